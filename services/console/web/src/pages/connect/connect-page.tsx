import { Tabs } from '@base-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { appQuery, purchasesQuery } from '../../api/queries.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Card, Empty, Failure, Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/values.tsx'
import { NotObtained, useIsObtained } from '../market/not-obtained.tsx'
import { configsFor } from './configs.ts'

/** Ready-made configuration for the programs that people use. */
export function ConnectPage(): ReactNode {
  const purchases = useQuery(purchasesQuery({ status: 'active', pageSize: 200 }))
  const { app } = useSearch({ from: '/console/connect' })
  const items = purchases.data?.items
  const chosen = items?.find(purchase => purchase.app === app)?.app ?? app ?? items?.[0]?.app
  return (
    <Page
      title="Connect an agent"
      text="Copy a configuration into your client. Put a key of yours in the place of YOUR_KEY."
    >
      {purchases.error !== null && chosen === undefined ? (
        <Card>
          <Failure error={purchases.error} retry={() => void purchases.refetch()} />
        </Card>
      ) : items !== undefined && items.length === 0 && chosen === undefined ? (
        <Card>
          <Empty
            icon={Plug}
            title="Nothing to connect yet"
            text="Obtain an app first; then its configuration stands here."
            actions={
              <Link className="button primary" to="/market">
                Go to the marketplace
              </Link>
            }
          />
        </Card>
      ) : chosen === undefined ? (
        <Skeleton height="18rem" />
      ) : (
        <Configurations app={chosen} apps={items?.map(purchase => purchase.app) ?? []} />
      )}
    </Page>
  )
}

interface ConfigurationsProps {
  readonly app: string
  readonly apps: readonly string[]
}

function Configurations({ app, apps }: ConfigurationsProps): ReactNode {
  const navigate = useNavigate({ from: '/connect' })
  const [username = '', name = ''] = app.split('/')
  const listed = useQuery(appQuery({ username, app: name }))
  const isObtained = useIsObtained(app)
  const options = [...new Set([...apps, app])].map(value => ({ value, label: value }))
  if (listed.isPending) return <Skeleton height="18rem" />
  // An app that is not listed any more can still be called by whoever has it; most are tool servers.
  const adapter = listed.data?.adapter ?? 'mcp'
  const configs = configsFor({ app, adapter })
  return (
    <>
      <div className="filters">
        <SelectField
          label="App"
          isWide
          value={app}
          options={options}
          onChange={value => void navigate({ search: { app: value } })}
        />
      </div>
      {isObtained === false && (
        <NotObtained app={app} text="This configuration works from the moment that you have it." />
      )}
      <Card title="Configuration">
        <Tabs.Root key={adapter} defaultValue={configs[0]?.id ?? ''} className="stack">
          <Tabs.List className="tabs-list" aria-label="Clients">
            {configs.map(({ id, label }) => (
              <Tabs.Tab key={id} value={id} className="tab">
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {configs.map(({ id, label, where, text }) => (
            <Tabs.Panel key={id} value={id} className="stack">
              <p className="muted">{where}</p>
              <CodeBlock text={text} label={`configuration for ${label}`} />
            </Tabs.Panel>
          ))}
        </Tabs.Root>
      </Card>
      <p className="muted">
        Each program deserves a key of its own, with limits that fit it:{' '}
        <Link to="/keys" search={{ create: 'yes' }}>
          create one
        </Link>
        .
      </p>
    </>
  )
}
