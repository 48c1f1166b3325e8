import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppDetails } from '../../api/queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Card, Empty } from '../../ui/page.tsx'

const NOT_ASKED = 'These have prices of their own. The publisher’s server tells all of its tools to whoever calls it.'

/** The tools of an app with what each costs and takes. */
export function ToolList({ app }: { readonly app: AppDetails }): ReactNode {
  // Only what a server has said of itself has a schema; prices are told by the publisher.
  const isAsked = app.tools.length === 0 || app.tools.some(({ inputSchema }) => inputSchema !== null)
  return (
    <Card title="Tools" text={isAsked ? undefined : NOT_ASKED} isPadded={false}>
      {app.tools.length === 0 ? (
        <Empty
          icon={Wrench}
          title="Not listed yet"
          text="The publisher's server tells its tools to whoever calls it: try it in the playground."
        />
      ) : (
        <ul className="rows">
          {app.tools.map(tool => (
            <li key={tool.name}>
              <div className="stack tight row-text">
                <code className="break">{tool.name}</code>
                {tool.description !== '' && <span className="muted break">{tool.description}</span>}
                {tool.inputSchema !== null && (
                  <Fold summary="Input">
                    {() => (
                      <CodeBlock
                        text={JSON.stringify(tool.inputSchema, null, 2)}
                        label={`input schema of ${tool.name}`}
                      />
                    )}
                  </Fold>
                )}
              </div>
              {tool.price !== null && <span className="number nowrap">{shownAmount(tool.price)}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
