import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Circuit, OwnApp, PublisherUsageSum } from '../../api/publisher-queries.ts'
import { shownAmount } from '../../lib/money.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Badge, Money, Skeleton } from '../../ui/values.tsx'

/** An app in the list of its publisher. */
export function appColumns(
  username: string,
  usage: readonly PublisherUsageSum[] | undefined,
  circuits: readonly Circuit[],
): readonly Column<OwnApp>[] {
  const usageOf = ({ name }: OwnApp) => usage?.find(({ group }) => group === `${username}/${name}`)
  const counted = (app: OwnApp, shown: (sum: PublisherUsageSum) => ReactNode) => {
    if (usage === undefined) return <Skeleton width="3rem" />
    const sum = usageOf(app)
    return sum === undefined ? <span className="muted">–</span> : shown(sum)
  }
  return [
    {
      id: 'name',
      label: 'App',
      cell: app => (
        <div className="stack tight">
          <Link className="row-link break" to="/publish/apps/$name" params={{ name: app.name }}>
            {app.title || app.name}
          </Link>
          {app.title !== '' && <span className="muted break">{app.name}</span>}
        </div>
      ),
    },
    { id: 'state', label: 'State', cell: app => <AppState app={app} circuit={circuitOf(username, app, circuits)} /> },
    { id: 'price', label: 'Price', isNumber: true, cell: app => <Price app={app} /> },
    { id: 'buyers', label: 'Buyers', isNumber: true, cell: app => <Buyers app={app} /> },
    { id: 'calls', label: 'Calls, 30 days', isNumber: true, cell: app => counted(app, sum => shownCount(sum.calls)) },
    {
      id: 'charged',
      label: 'Paid, 30 days',
      isNumber: true,
      cell: app => counted(app, sum => <Money amount={sum.charged} />),
    },
  ]
}

const shownCount = (count: number) => <span className="number">{count.toLocaleString('en-US')}</span>

/** The worst circuit of an app. One of a single buyer is that buyer's trouble, not the app's. */
function circuitOf(username: string, app: OwnApp, circuits: readonly Circuit[]): Circuit | undefined {
  return circuits.find(each => each.app === `${username}/${app.name}` && !each.ofOneBuyer && each.state !== 'closed')
}

interface AppStateProps {
  readonly app: OwnApp
  readonly circuit?: Circuit | undefined
}

/** Whether an app is listed, and whether calls reach it. */
export function AppState({ app, circuit }: AppStateProps): ReactNode {
  return (
    <span className="split state-badges">
      {app.published ? <Badge tone="good">published</Badge> : <Badge>draft</Badge>}
      {circuit !== undefined && <Badge tone="bad">offline</Badge>}
      {app.priceChanges.length > 0 && <Badge tone="accent">price announced</Badge>}
    </span>
  )
}

function Price({ app }: { readonly app: OwnApp }): ReactNode {
  const { paid } = app.tiers
  if (paid === undefined) return <span className="muted">free</span>
  return <span className="number nowrap">{shownAmount(paid.price)}</span>
}

function Buyers({ app }: { readonly app: OwnApp }): ReactNode {
  const { paid, free } = app.buyers
  return (
    <span className="number" title={`${paid} paid, ${free} free`}>
      {(paid + free).toLocaleString('en-US')}
    </span>
  )
}
