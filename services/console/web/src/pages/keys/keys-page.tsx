import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useRefreshMs } from '../../api/live.ts'
import { type ApiKey, keysQuery } from '../../api/queries.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { keyColumns } from './key-columns.tsx'
import { EditLimitsDialog, RevokeDialog } from './key-dialogs.tsx'
import { childrenIn, isUsable, rootsOf } from './key-tree.ts'

const PAGE_SIZE = 50
const REFRESH_MS = 5_000

/** What is done with which key. */
type Doing = { readonly action: 'edit' | 'revoke' | 'addBelow'; readonly key: ApiKey }

/** API keys as the tree that they are. */
export function KeysPage(): ReactNode {
  const { create } = useSearch({ from: '/console/keys' })
  const navigate = useNavigate({ from: '/keys' })
  const [doing, setDoing] = useState<Doing>()
  const openCreate = (isOpen: boolean) =>
    void navigate({ search: previous => compact({ ...previous, create: isOpen ? ('yes' as const) : undefined }) })
  const close = () => {
    setDoing(undefined)
    if (create !== undefined) openCreate(false)
  }
  const parent = doing?.action === 'addBelow' ? doing.key : undefined
  return (
    <Page
      title="API keys"
      text="One key works across everything you have obtained. Give each program its own, with limits that fit it."
      actions={
        <Button kind="primary" onClick={() => openCreate(true)}>
          <Plus aria-hidden="true" /> Create key
        </Button>
      }
    >
      <KeyTree onDo={setDoing} onCreate={() => openCreate(true)} />
      {(create !== undefined || parent !== undefined) && <CreateKeyDialog parent={parent} onClose={close} />}
      {doing?.action === 'edit' && <EditLimitsDialog apiKey={doing.key} onClose={close} />}
      {doing?.action === 'revoke' && <RevokeDialog apiKey={doing.key} onClose={close} />}
    </Page>
  )
}

interface KeyTreeProps {
  readonly onDo: (doing: Doing) => void
  readonly onCreate: () => void
}

function KeyTree({ onDo, onCreate }: KeyTreeProps): ReactNode {
  const { pageToken, show } = useSearch({ from: '/console/keys' })
  const keys = useQuery({
    ...keysQuery(compact({ pageToken, pageSize: PAGE_SIZE })),
    refetchInterval: useRefreshMs(REFRESH_MS),
  })
  const now = useNow(60_000)
  const all = keys.data?.items
  const shown = useMemo(() => all?.filter(key => show === 'all' || isUsable(key, now)), [all, show, now])
  const columns = useMemo(() => keyColumns(onDo), [onDo])
  return (
    <Card
      title="Keys"
      isPadded={false}
      actions={
        <Link className="button small" to="/keys" search={show === 'all' ? {} : { show: 'all' }}>
          {show === 'all' ? 'Only usable ones' : 'Show revoked, too'}
        </Link>
      }
    >
      <DataTable
        label="API keys"
        columns={columns}
        rows={shown && rootsOf(shown)}
        childrenOf={key => childrenIn(shown ?? [], key)}
        idOf={key => key.id}
        error={keys.error}
        retry={() => void keys.refetch()}
        empty={
          <Empty
            icon={KeyRound}
            title={all?.length === 0 ? 'No keys yet' : 'No usable key'}
            text="A program needs one to call the apps that you have obtained."
            actions={
              <Button kind="primary" onClick={onCreate}>
                Create your first key
              </Button>
            }
          />
        }
      />
      <Pager pageToken={pageToken} nextPageToken={keys.data?.nextPageToken} />
    </Card>
  )
}
