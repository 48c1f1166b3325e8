import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { Activity, Ellipsis, GitBranchPlus, SlidersHorizontal, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiKey } from '../../api/queries.ts'
import { shownScope } from '../../lib/scope.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Ago, Badge } from '../../ui/values.tsx'
import { KeySpending } from './key-spending.tsx'
import { isUsable } from './key-tree.ts'

/** Asked to do something with a key. */
type OnDo = (doing: { readonly action: 'edit' | 'revoke' | 'addBelow'; readonly key: ApiKey }) => void

/** A key in the list. */
export const keyColumns = (onDo: OnDo): readonly Column<ApiKey>[] => [
  {
    id: 'name',
    label: 'Key',
    cell: key => (
      <div className="stack tight">
        <span className="split break">
          {key.name} <KeyState apiKey={key} />
        </span>
        <code className="muted">
          {key.prefix}…{key.lastFour}
        </code>
        {key.digests && <span className="muted">receipts vouch for contents</span>}
      </div>
    ),
  },
  { id: 'limits', label: 'Spent against limits', cell: key => <KeySpending apiKey={key} /> },
  { id: 'scope', label: 'May do', cell: key => <span className="muted">{shownScope(key.scope)}</span> },
  {
    id: 'used',
    label: 'Last used',
    cell: key => (key.lastUsedAt === null ? <span className="muted">never</span> : <Ago time={key.lastUsedAt} />),
  },
  { id: 'created', label: 'Created', cell: key => <Ago time={key.createdAt} /> },
  { id: 'actions', label: '', isNumber: true, cell: key => <KeyMenu apiKey={key} onDo={onDo} /> },
]

function KeyState({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  const { revokedAt, limits } = apiKey
  const now = useNow(60_000)
  if (revokedAt !== null) return <Badge tone="bad">revoked</Badge>
  if (limits.expiresAt === undefined) return null
  if (!isUsable(apiKey, now)) return <Badge tone="bad">expired</Badge>
  return (
    <Badge tone="warn">
      ends&nbsp;
      <Ago time={limits.expiresAt} />
    </Badge>
  )
}

function KeyMenu({ apiKey, onDo }: { readonly apiKey: ApiKey; readonly onDo: OnDo }): ReactNode {
  const navigate = useNavigate()
  const isRevoked = apiKey.revokedAt !== null
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button kind="quiet" size="small" isIcon />} aria-label={`What to do with ${apiKey.name}`}>
        <Ellipsis aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" align="end" sideOffset={4}>
          <Menu.Popup className="popup">
            <Menu.Item
              className="menu-item"
              onClick={() => void navigate({ to: '/calls', search: { key: apiKey.id } })}
            >
              <Activity aria-hidden="true" /> Its calls
            </Menu.Item>
            {!isRevoked && (
              <>
                <Menu.Item className="menu-item" onClick={() => onDo({ action: 'edit', key: apiKey })}>
                  <SlidersHorizontal aria-hidden="true" /> Change limits
                </Menu.Item>
                <Menu.Item className="menu-item" onClick={() => onDo({ action: 'addBelow', key: apiKey })}>
                  <GitBranchPlus aria-hidden="true" /> Create a key below it
                </Menu.Item>
                <div className="menu-line" />
                <Menu.Item className="menu-item" onClick={() => onDo({ action: 'revoke', key: apiKey })}>
                  <Trash2 aria-hidden="true" /> Revoke
                </Menu.Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
