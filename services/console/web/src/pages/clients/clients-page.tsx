import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { type OauthClient, oauthClientsQuery } from '../../api/queries.ts'
import { shownScope } from '../../lib/scope.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { toast } from '../../ui/toast.tsx'
import { Ago } from '../../ui/values.tsx'

const columnsFor = (onDisconnect: (client: OauthClient) => void): readonly Column<OauthClient>[] => [
  { id: 'host', label: 'Program', cell: client => <span className="break">{client.host}</span> },
  { id: 'scope', label: 'May do', cell: client => <span className="muted">{shownScope(client.scope)}</span> },
  {
    id: 'used',
    label: 'Last used',
    cell: client =>
      client.lastUsedAt === null ? <span className="muted">never</span> : <Ago time={client.lastUsedAt} />,
  },
  { id: 'ends', label: 'Ends', cell: client => <Ago time={client.expiresAt} /> },
  {
    id: 'actions',
    label: '',
    isNumber: true,
    cell: client => (
      <Button size="small" kind="danger" aria-label={`Disconnect ${client.host}`} onClick={() => onDisconnect(client)}>
        Disconnect
      </Button>
    ),
  },
]

/** Programs that were allowed to act for the account. */
export function ClientsPage(): ReactNode {
  const { pageToken } = useSearch({ from: '/console/clients' })
  const [leaving, setLeaving] = useState<OauthClient>()
  const clients = useQuery(oauthClientsQuery(compact({ pageToken })))
  const columns = useMemo(() => columnsFor(setLeaving), [])
  return (
    <Page
      title="Connected clients"
      text="Programs that you allowed to call in your name by logging in, without a key of their own."
    >
      <Card isPadded={false}>
        <DataTable
          label="Connected clients"
          columns={columns}
          rows={clients.data?.items}
          idOf={client => client.id}
          error={clients.error}
          retry={() => void clients.refetch()}
          empty={
            <Empty
              icon={Unplug}
              title="No connected clients"
              text="An MCP client that asks you to log in appears here once you have allowed it."
              actions={
                <Link className="button" to="/connect">
                  Connect one
                </Link>
              }
            />
          }
        />
        <Pager pageToken={pageToken} nextPageToken={clients.data?.nextPageToken} />
      </Card>
      {leaving !== undefined && <DisconnectDialog client={leaving} onClose={() => setLeaving(undefined)} />}
    </Page>
  )
}

function DisconnectDialog({
  client,
  onClose,
}: {
  readonly client: OauthClient
  readonly onClose: () => void
}): ReactNode {
  const cache = useQueryClient()
  const disconnect = async () => {
    await ask(api.DELETE('/api/v1/oauth-clients/{id}', { params: { path: { id: client.id } } }))
    await cache.invalidateQueries({ queryKey: ['oauth-clients'] })
    toast(`${client.host} is disconnected.`)
  }
  return (
    <Confirm
      title={`Disconnect ${client.host}?`}
      text="Its tokens end at once. It can ask you to log in again."
      action="Disconnect"
      isOpen
      onClose={onClose}
      onConfirm={disconnect}
    />
  )
}
