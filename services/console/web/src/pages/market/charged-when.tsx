import type { ReactNode } from 'react'
import type { AppDetails } from '../../api/queries.ts'
import { Card } from '../../ui/page.tsx'
import { Badge } from '../../ui/values.tsx'

/** What becomes of a call's price, by how the call ends. */
export function ChargedWhen({ app }: { readonly app: AppDetails }): ReactNode {
  const { promises } = app
  return (
    <Card title="What is charged when" text="In the free tier the same counts against the quota." isPadded={false}>
      <ul className="rows">
        {app.chargedWhen.map(({ outcome, charged }) => (
          <li key={outcome}>
            <span className="row-text">{outcome}</span>
            <Badge tone={charged ? 'accent' : 'good'}>{charged ? 'charged' : 'free'}</Badge>
          </li>
        ))}
        {promises.outputSchema && <PromiseRow text="A result that breaks its output schema" />}
        {promises.firstByteMs !== null && (
          <PromiseRow text={`An answer that begins after ${promises.firstByteMs} ms`} />
        )}
      </ul>
    </Card>
  )
}

function PromiseRow({ text }: { readonly text: string }): ReactNode {
  return (
    <li>
      <span className="row-text">{text}</span>
      <Badge tone="good">free, promised</Badge>
    </li>
  )
}
