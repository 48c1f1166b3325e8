import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { appQuery, purchasesQuery } from '../../api/queries.ts'
import { compact } from '../../lib/search.ts'
import { SelectField } from '../../ui/field.tsx'
import { Card, Empty, Failure, Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/values.tsx'
import { NotObtained, useIsObtained } from '../market/not-obtained.tsx'
import { ChatPlayground } from './chat-playground.tsx'
import { KEY_TOTAL } from './playground-key.ts'
import { ToolField, ToolPlayground } from './tool-playground.tsx'

/** Calls apps from the page: real calls, for real money. */
export function PlaygroundPage(): ReactNode {
  const { app } = useSearch({ from: '/console/playground' })
  const purchases = useQuery(purchasesQuery({ status: 'active', pageSize: 200 }))
  const apps = purchases.data?.items.map(purchase => purchase.app)
  const chosen = app ?? apps?.[0]
  return (
    <Page
      title="Playground"
      text={`Real calls, charged as always. They go with a key of this page: at most $${KEY_TOTAL} in all, gone after an hour.`}
    >
      {purchases.error !== null && apps === undefined ? (
        <Card>
          <Failure error={purchases.error} retry={() => void purchases.refetch()} />
        </Card>
      ) : apps === undefined ? (
        <Skeleton height="16rem" />
      ) : chosen === undefined ? (
        <Card>
          <Empty
            icon={SquareTerminal}
            title="Nothing to call yet"
            text="Obtain an app in the marketplace; many have a free tier."
            actions={
              <Link className="button primary" to="/market">
                Go to the marketplace
              </Link>
            }
          />
        </Card>
      ) : (
        <AppPlayground app={chosen} apps={apps} />
      )}
    </Page>
  )
}

function AppPlayground({ app, apps }: { readonly app: string; readonly apps: readonly string[] }): ReactNode {
  const navigate = useNavigate({ from: '/playground' })
  const [username = '', name = ''] = app.split('/')
  const listed = useQuery(appQuery({ username, app: name }))
  const isObtained = useIsObtained(app)
  const options = [...new Set([...apps, app])].map(value => ({ value, label: value }))
  return (
    <>
      <div className="filters">
        <SelectField
          label="App"
          isWide
          value={app}
          options={options}
          onChange={value => void navigate({ search: compact({ app: value }) })}
        />
        {isObtained === true && listed.data?.adapter === 'mcp' && <ToolField app={app} />}
      </div>
      {listed.error !== null && listed.data === undefined ? (
        <Card>
          <Failure error={listed.error} retry={() => void listed.refetch()} />
        </Card>
      ) : listed.data === undefined || isObtained === undefined ? (
        <Skeleton height="16rem" />
      ) : !isObtained ? (
        <NotObtained
          app={app}
          text="Its calls are refused with app_not_purchased until then. Its tiers say what they cost; a free one is yours at once."
        />
      ) : listed.data.adapter === 'mcp' ? (
        <ToolPlayground key={app} app={app} />
      ) : (
        <ChatPlayground key={app} app={app} price={listed.data.priceFrom ?? undefined} />
      )}
    </>
  )
}
