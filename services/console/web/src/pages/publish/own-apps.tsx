import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRound, Plus, Rocket } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import {
  circuitsQuery,
  earningsQuery,
  ownAppsQuery,
  publisherQuery,
  publisherUsageQuery,
} from '../../api/publisher-queries.ts'
import { amountOf, microsOf } from '../../lib/money.ts'
import { compact } from '../../lib/search.ts'
import { daysAgo } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Money, Stat } from '../../ui/values.tsx'
import { appColumns } from './app-columns.tsx'
import { CredentialDialog } from './credential-dialog.tsx'
import { NewAppDialog } from './new-app-dialog.tsx'
import { PublisherSteps } from './publisher-steps.tsx'

const REFRESH_MS = 10_000
const DAYS = 30

/** A publisher's apps with how they do. */
export function OwnApps({ username }: { readonly username: string }): ReactNode {
  const { create, show } = useSearch({ from: '/console/publish' })
  const navigate = useNavigate({ from: '/publish' })
  const publisher = useQuery(publisherQuery)
  const open = (part: { create?: 'yes' | undefined; show?: 'key' | undefined }) =>
    void navigate({ search: previous => compact({ ...previous, create: undefined, show: undefined, ...part }) })
  return (
    <Page
      title="Your apps"
      text={
        <>
          Published as <strong className="break">{username}</strong>
        </>
      }
      actions={
        <>
          <Button onClick={() => open({ show: 'key' })}>
            <KeyRound aria-hidden="true" /> Credential
          </Button>
          <Button kind="primary" onClick={() => open({ create: 'yes' })}>
            <Plus aria-hidden="true" /> New app
          </Button>
        </>
      }
    >
      {publisher.data?.suspended === true && (
        <div className="alert" role="alert">
          You are suspended: calls of your apps are refused, and none is listed. Ask those who run the gateway.
        </div>
      )}
      <PublisherSteps publisher={publisher.data} onCredential={() => open({ show: 'key' })} />
      <Figures />
      <AppsCard username={username} onCreate={() => open({ create: 'yes' })} />
      {create !== undefined && <NewAppDialog username={username} onClose={() => open({})} />}
      {show !== undefined && (
        <CredentialDialog hasCredential={publisher.data?.hasCredential === true} onClose={() => open({})} />
      )}
    </Page>
  )
}

function useUsageByApp() {
  const now = useNow(300_000)
  const from = daysAgo(DAYS - 1, now)
  return useQuery({ ...publisherUsageQuery({ by: 'app', from }), refetchInterval: REFRESH_MS })
}

function Figures(): ReactNode {
  const { data: usage, isError: isUsageMissing } = useUsageByApp()
  const { data: earnings, isError: isMissing } = useQuery(earningsQuery)
  const charged = usage?.items.reduce((sum, each) => sum + microsOf(each.charged), 0n)
  const calls = usage?.items.reduce((sum, each) => sum + each.calls, 0)
  return (
    <dl className="stats">
      <Stat
        label="Paid by buyers"
        value={charged === undefined ? undefined : <Money amount={amountOf(charged)} />}
        note="in 30 days"
        isMissing={isUsageMissing}
      />
      <Stat
        label="Answered calls"
        value={calls?.toLocaleString('en-US')}
        note="in 30 days, free ones too"
        isMissing={isUsageMissing}
      />
      <Stat
        label="Payable now"
        value={earnings && <Money amount={earnings.payable} />}
        note="after fees"
        isMissing={isMissing}
      />
    </dl>
  )
}

function AppsCard({ username, onCreate }: { readonly username: string; readonly onCreate: () => void }): ReactNode {
  const { pageToken } = useSearch({ from: '/console/publish' })
  const apps = useQuery({
    ...ownAppsQuery(compact({ pageToken, pageSize: 50 })),
    placeholderData: previous => previous,
  })
  const usage = useUsageByApp()
  const circuits = useQuery({ ...circuitsQuery, refetchInterval: REFRESH_MS })
  const columns = useMemo(
    () => appColumns(username, usage.isError ? [] : usage.data?.items, circuits.data?.items ?? []),
    [username, usage.isError, usage.data, circuits.data],
  )
  return (
    <Card title="Apps" isPadded={false}>
      <DataTable
        label="Your apps"
        columns={columns}
        rows={apps.data?.items}
        idOf={app => app.name}
        error={apps.error}
        retry={() => void apps.refetch()}
        empty={
          <Empty
            icon={Rocket}
            title="No app yet"
            text="Name one, tell where its server is, and see at once what it offers."
            actions={
              <Button kind="primary" onClick={onCreate}>
                Make your first app
              </Button>
            }
          />
        }
      />
      <Pager pageToken={pageToken} nextPageToken={apps.data?.nextPageToken} order="By name" />
    </Card>
  )
}
