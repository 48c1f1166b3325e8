import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type TopUp, topUpsQuery } from '../../api/queries.ts'
import { microsOf } from '../../lib/money.ts'
import { Card } from '../../ui/page.tsx'
import { Ago, Badge, Money } from '../../ui/values.tsx'

const SHOWN = 5
const PENDING_REFRESH_MS = 2_000

const tones = { paid: 'good', pending: 'warn', failed: 'bad' } as const

/** The newest top-ups; one that was begun can still be paid. */
export function TopUpsCard(): ReactNode {
  const { data } = useQuery({
    ...topUpsQuery({ pageSize: SHOWN }),
    refetchInterval: query =>
      query.state.data?.items.some(({ status }) => status === 'pending') === true ? PENDING_REFRESH_MS : false,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <Card title="Top-ups" isPadded={false}>
      <ul className="rows">
        {data.items.map(topUp => (
          <li key={topUp.id}>
            <TopUpRow topUp={topUp} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function TopUpRow({ topUp }: { readonly topUp: TopUp }): ReactNode {
  return (
    <>
      <span className="split">
        <strong>
          <Money amount={topUp.amount} />
        </strong>
        <Badge tone={tones[topUp.status]}>{topUp.status}</Badge>
        {microsOf(topUp.refunded) > 0n && (
          <span className="muted">
            <Money amount={topUp.refunded} /> went back
          </span>
        )}
      </span>
      <span className="split">
        {topUp.url !== null && (
          <a className="button small" href={topUp.url}>
            Pay now
          </a>
        )}
        <span className="muted">
          <Ago time={topUp.paidAt ?? topUp.createdAt} />
        </span>
      </span>
    </>
  )
}
