import { Link } from '@tanstack/react-router'
import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnApp } from '../../api/publisher-queries.ts'
import { AmountField } from '../../ui/field.tsx'
import { Card, Empty } from '../../ui/page.tsx'
import { priceNames } from './price-names.ts'

/** Tools may cost something else than the tier says. */
export function ToolPriceFields({ app }: { readonly app: OwnApp }): ReactNode {
  const names = priceNames(app)
  const offered = new Set(app.listing.tools.map(({ name }) => name))
  return (
    <Card title="Prices of tools" text="Left empty, a tool costs what the tier does." isPadded={false}>
      {names.length === 0 ? (
        <Empty
          icon={Wrench}
          title="No tools are known"
          text="Ask the server what it offers; then each tool can have a price."
          actions={
            <Link className="button small" to="." search={{ tab: 'tools' }}>
              Ask the server
            </Link>
          }
        />
      ) : (
        <ul className="rows">
          {names.map(({ tool, field }) => (
            <li key={tool}>
              <span className="row-text">
                <code className="break">{tool}</code>
                {app.listing.probedAt !== null && !offered.has(tool) && (
                  <span className="muted"> · its server does not offer it now</span>
                )}
              </span>
              <div className="price-field">
                <AmountField
                  label={`Price of ${tool}`}
                  isLabelHidden
                  name={field}
                  defaultValue={app.tools[tool]?.price}
                  placeholder="as the tier"
                  invalidText="An amount such as 0.02."
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
