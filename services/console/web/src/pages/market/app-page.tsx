import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Play, Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AppDetails, accountQuery, appQuery, purchasesQuery } from '../../api/queries.ts'
import { Card, Failure, Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/values.tsx'
import { AnnouncedPrices } from './announced-prices.tsx'
import { ChargedWhen } from './charged-when.tsx'
import { QualityCard } from './quality.tsx'
import { TierCards } from './tier-cards.tsx'
import { ToolList } from './tool-list.tsx'

/** One app: what it does, what it costs, and how to get it. */
export function AppPage(): ReactNode {
  const path = useParams({ from: '/console/market/$username/$app' })
  const name = `${path.username}/${path.app}`
  const { data: app, error, refetch } = useQuery(appQuery(path))
  const { data: account } = useQuery(accountQuery)
  const isBuyer = account?.buyer !== null
  const purchases = useQuery({ ...purchasesQuery({ status: 'active', app: name, pageSize: 1 }), enabled: isBuyer })
  const purchase = purchases.data?.items[0]
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
      ) : app === undefined || (isBuyer && purchases.isPending) ? (
        <Skeleton height="18rem" />
      ) : (
        <>
          {app.description !== '' && <p className="prose break">{app.description}</p>}
          <TierCards app={app} purchase={purchase} isPreview={!isBuyer} />
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
