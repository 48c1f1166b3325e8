import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { circuitsQuery, type OwnApp, ownAppQuery } from '../../api/publisher-queries.ts'
import { accountQuery } from '../../api/queries.ts'
import { Card, Failure, Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/values.tsx'
import { AppState } from './app-columns.tsx'
import { ListingForm } from './listing-form.tsx'
import { PreviewTab } from './preview-tab.tsx'
import { PricesTab } from './prices-tab.tsx'
import { PublishButton } from './publish-button.tsx'
import { QualityTab } from './quality-tab.tsx'
import { ToolsTab } from './tools-tab.tsx'

const TABS = [
  { tab: 'listing', label: 'Listing' },
  { tab: 'prices', label: 'Tiers and prices' },
  { tab: 'tools', label: 'What it offers' },
  { tab: 'preview', label: 'As buyers see it' },
  { tab: 'errors', label: 'Quality and errors' },
] as const

type Tab = (typeof TABS)[number]['tab']

/** One app of a publisher: everything about it. */
export function OwnAppPage(): ReactNode {
  const { name } = useParams({ from: '/console/publish/apps/$name' })
  const { tab = 'listing' } = useSearch({ from: '/console/publish/apps/$name' })
  const { data: account } = useQuery(accountQuery)
  const { data: app, error, refetch } = useQuery(ownAppQuery(name))
  const circuits = useQuery(circuitsQuery)
  const username = account?.publisher?.username ?? ''
  const circuit = circuits.data?.items.find(
    each => each.app === `${username}/${name}` && !each.ofOneBuyer && each.state !== 'closed',
  )
  return (
    <Page
      title={app?.title || name}
      text={
        <span className="split">
          <span className="break">
            {username}/{name}
          </span>
          {app !== undefined && <AppState app={app} circuit={circuit} />}
        </span>
      }
      actions={<Actions username={username} app={app} />}
    >
      {circuit !== undefined && (
        <div className="alert" role="alert">
          <span>
            Its server failed {circuit.consecutiveFailures} times in a row, so calls are refused for now. It is tried
            again {circuit.retryInMs === 0 ? 'with the next call' : `in ${Math.ceil(circuit.retryInMs / 1000)} s`}.{' '}
            <Link to="." search={{ tab: 'errors' }}>
              See what went wrong
            </Link>
          </span>
        </div>
      )}
      <Tabs current={tab} />
      {error !== null && app === undefined ? (
        <Card>
          <Failure error={error} retry={() => void refetch()} />
        </Card>
      ) : app === undefined || account === undefined ? (
        <Skeleton height="24rem" />
      ) : (
        <TabContent key={app.name} tab={tab} app={app} username={username} />
      )}
    </Page>
  )
}

function Actions({ username, app }: { readonly username: string; readonly app: OwnApp | undefined }): ReactNode {
  return (
    <>
      <Link className="button quiet" to="/publish">
        <ArrowLeft aria-hidden="true" /> Your apps
      </Link>
      {app?.published === true && (
        <Link className="button" to="/market/$username/$app" params={{ username, app: app.name }}>
          <ExternalLink aria-hidden="true" /> Marketplace
        </Link>
      )}
      {app !== undefined && <PublishButton app={app} />}
    </>
  )
}

function Tabs({ current }: { readonly current: Tab }): ReactNode {
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone they scroll: where somebody is must be seen.
    const index = TABS.findIndex(({ tab }) => tab === current)
    tabs.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav className="tabs-list" aria-label="About this app" ref={tabs}>
      {TABS.map(({ tab, label }) => (
        <Link
          key={tab}
          className="tab"
          to="."
          search={tab === 'listing' ? {} : { tab }}
          // Else the listing, which has nothing to search for, would be the current page on every tab.
          activeOptions={{ exact: true }}
          aria-current={tab === current ? 'page' : undefined}
          {...(tab === current && { 'data-active': '' })}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

interface TabContentProps {
  readonly tab: Tab
  readonly app: OwnApp
  readonly username: string
}

/** A form keeps what it was filled from until it is saved: what is typed does not change below somebody's hands. */
function TabContent({ tab, app, username }: TabContentProps): ReactNode {
  const [fillings, setFillings] = useState(0)
  const onFresh = () => setFillings(count => count + 1)
  const contents: Readonly<Record<Tab, () => ReactNode>> = {
    listing: () => <ListingForm key={fillings} app={app} onFresh={onFresh} />,
    prices: () => <PricesTab key={fillings} app={app} onFresh={onFresh} />,
    tools: () => <ToolsTab app={app} />,
    preview: () => <PreviewTab app={app} username={username} />,
    errors: () => <QualityTab app={app} username={username} />,
  }
  return contents[tab]()
}
