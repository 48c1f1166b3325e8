import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Play, Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AppDetails, appQuery, purchasesQuery } from '../../api/queries.ts'
import { Card, Failure, Page } from '../../ui/page.tsx'
import { Badge, Skeleton } from '../../ui/values.tsx'
import { AnnouncedPrices } from './announced-prices.tsx'
import { QualityCard } from './quality.tsx'
import { TierCards } from './tier-cards.tsx'
import { ToolList } from './tool-list.tsx'

/** One app: what it does, what it costs, and how to get it. */
export function AppPage(): ReactNode {
  const path = useParams({ from: '/console/market/$username/$app' })
  const name = `${path.username}/${path.app}`
  const { data: app, error, refetch } = useQuery(appQuery(path))
  const purchases = useQuery(purchasesQuery({ status: 'active', pageSize: 200 }))
  const purchase = purchases.data?.items.find(each => each.app === name)
  return (
    <Page
      title={app?.title || path.app}
      text={<span className="break">{name}</span>}
      actions={<AppActions name={name} adapter={app?.adapter} isOwned={purchase !== undefined} />}
    >
      {error !== null && app === undefined ? (
        <Card>
          <Failure error={error} retry={() => void refetch()} />
        </Card>
      ) : app === undefined || purchases.data === undefined ? (
        <Skeleton height="18rem" />
      ) : (
        <>
          {app.description !== '' && <p className="prose break">{app.description}</p>}
          <TierCards app={app} purchase={purchase} />
          <AnnouncedPrices prices={app.announcedPrices} />
          <QualityCard quality={app.quality} />
          {app.adapter === 'mcp' && <ToolList app={app} />}
          <ChargedWhen app={app} />
        </>
      )}
    </Page>
  )
}

interface AppActionsProps {
  readonly name: string
  readonly adapter: AppDetails['adapter'] | undefined
  readonly isOwned: boolean
}

function AppActions({ name, adapter, isOwned }: AppActionsProps): ReactNode {
  return (
    <>
      <Link className="button quiet" to="/market">
        <ArrowLeft aria-hidden="true" /> Marketplace
      </Link>
      {isOwned && adapter !== undefined && (
        <>
          <Link className="button" to="/connect" search={{ app: name }}>
            <Plug aria-hidden="true" /> Connect
          </Link>
          <Link className="button primary" to="/playground" search={{ app: name }}>
            <Play aria-hidden="true" /> Try it
          </Link>
        </>
      )}
    </>
  )
}

function ChargedWhen({ app }: { readonly app: AppDetails }): ReactNode {
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
