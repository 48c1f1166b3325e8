import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Store, UsersRound } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import {
  type ListedBuyer,
  type ListedPublisher,
  listedBuyersQuery,
  listedPublishersQuery,
} from '../../api/operator-queries.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/field.tsx'
import { TypedField } from '../../ui/filter-fields.tsx'
import { Card, Empty } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Ago, Badge } from '../../ui/values.tsx'

/** What an operator is about to do. */
export interface Wish {
  readonly kind: 'buyer' | 'publisher'
  readonly name: string
  readonly suspended: boolean
}

interface CardProps {
  readonly onWish: (wish: Wish) => void
}

const PAGE_SIZE = 20
const ROUTE = '/console/operator/operator/accounts'

/** Buyers, by their addresses. */
export function BuyersCard({ onWish }: CardProps): ReactNode {
  const { buyer, buyers: status, buyersToken } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: '/operator/accounts' })
  const listed = useQuery({
    ...listedBuyersQuery(compact({ search: buyer, status, pageToken: buyersToken, pageSize: PAGE_SIZE })),
    placeholderData: previous => previous,
  })
  const columns = useMemo(() => buyerColumns(onWish), [onWish])
  const isFiltered = buyer !== undefined || status !== undefined
  return (
    <Card title="Buyers" isPadded={false}>
      <search className="filters card-filters" aria-label="Filter buyers">
        <TypedField
          label="E-mail address, or id"
          value={buyer}
          placeholder="what it begins with"
          maxLength={254}
          onChange={value =>
            void navigate({ search: previous => compact({ ...previous, buyer: value, buyersToken: undefined }) })
          }
        />
        <StatusField
          label="Which buyers"
          value={status}
          onChange={value =>
            void navigate({ search: previous => compact({ ...previous, buyers: value, buyersToken: undefined }) })
          }
        />
      </search>
      <DataTable
        label="Buyers"
        columns={columns}
        rows={listed.data?.items}
        idOf={({ id }) => id}
        error={listed.error}
        retry={() => void listed.refetch()}
        empty={
          <Empty
            icon={UsersRound}
            title={isFiltered ? 'No buyer matches' : 'No buyers yet'}
            text={
              isFiltered
                ? 'Addresses are searched from their beginning; ids must be whole.'
                : 'Who signs up stands here at once.'
            }
          />
        }
      />
      <Pager
        pageToken={buyersToken}
        nextPageToken={listed.data?.nextPageToken}
        parameter="buyersToken"
        order="By address"
      />
    </Card>
  )
}

/** Publishers, by their names. */
export function PublishersCard({ onWish }: CardProps): ReactNode {
  const { publisher, publishers: status, publishersToken } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: '/operator/accounts' })
  const listed = useQuery({
    ...listedPublishersQuery(compact({ search: publisher, status, pageToken: publishersToken, pageSize: PAGE_SIZE })),
    placeholderData: previous => previous,
  })
  const columns = useMemo(() => publisherColumns(onWish), [onWish])
  const isFiltered = publisher !== undefined || status !== undefined
  return (
    <Card title="Publishers" isPadded={false}>
      <search className="filters card-filters" aria-label="Filter publishers">
        <TypedField
          label="Publisher name"
          value={publisher}
          placeholder="what it begins with"
          maxLength={64}
          onChange={value =>
            void navigate({
              search: previous => compact({ ...previous, publisher: value, publishersToken: undefined }),
            })
          }
        />
        <StatusField
          label="Which publishers"
          value={status}
          onChange={value =>
            void navigate({
              search: previous => compact({ ...previous, publishers: value, publishersToken: undefined }),
            })
          }
        />
      </search>
      <DataTable
        label="Publishers"
        columns={columns}
        rows={listed.data?.items}
        idOf={({ id }) => id}
        error={listed.error}
        retry={() => void listed.refetch()}
        empty={
          <Empty
            icon={Store}
            title={isFiltered ? 'No publisher matches' : 'No publishers yet'}
            text={
              isFiltered ? 'Names are searched from their beginning.' : 'Who becomes a publisher stands here at once.'
            }
          />
        }
      />
      <Pager
        pageToken={publishersToken}
        nextPageToken={listed.data?.nextPageToken}
        parameter="publishersToken"
        order="By name"
      />
    </Card>
  )
}

interface StatusFieldProps {
  readonly label: string
  readonly value: 'suspended' | undefined
  readonly onChange: (value: 'suspended' | undefined) => void
}

function StatusField({ label, value, onChange }: StatusFieldProps): ReactNode {
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={[
        { value: '', label: 'All' },
        { value: 'suspended', label: 'Suspended' },
      ]}
      onChange={chosen => onChange(chosen === 'suspended' ? chosen : undefined)}
    />
  )
}

const buyerColumns = (onWish: (wish: Wish) => void): readonly Column<ListedBuyer>[] => [
  {
    id: 'email',
    label: 'Buyer',
    cell: ({ email, id }) => (
      <div className="stack tight">
        <span className="break">{email}</span>
        <code className="muted break">{id}</code>
      </div>
    ),
  },
  { id: 'state', label: 'State', cell: ({ suspended }) => <StateBadge suspended={suspended} /> },
  { id: 'since', label: 'Since', isNumber: true, cell: ({ createdAt }) => <Ago time={createdAt} /> },
  {
    id: 'actions',
    label: '',
    isNumber: true,
    cell: ({ email, suspended }) => <Actions kind="buyer" name={email} suspended={suspended} onWish={onWish} />,
  },
]

const publisherColumns = (onWish: (wish: Wish) => void): readonly Column<ListedPublisher>[] => [
  { id: 'username', label: 'Publisher', cell: ({ username }) => <span className="break">{username}</span> },
  { id: 'state', label: 'State', cell: ({ suspended }) => <StateBadge suspended={suspended} /> },
  {
    id: 'apps',
    label: 'Apps',
    isNumber: true,
    cell: ({ apps }) => <span className="number">{apps.toLocaleString('en-US')}</span>,
  },
  { id: 'payable', label: 'Payouts', cell: ({ payable }) => (payable ? 'connected' : 'not connected') },
  { id: 'since', label: 'Since', isNumber: true, cell: ({ createdAt }) => <Ago time={createdAt} /> },
  {
    id: 'actions',
    label: '',
    isNumber: true,
    cell: ({ username, suspended }) => (
      <Actions kind="publisher" name={username} suspended={suspended} onWish={onWish} />
    ),
  },
]

function StateBadge({ suspended }: { readonly suspended: boolean }): ReactNode {
  return suspended ? <Badge tone="bad">suspended</Badge> : <Badge tone="good">active</Badge>
}

interface ActionsProps extends Wish {
  readonly onWish: (wish: Wish) => void
}

/** What was done to it, and what can be. */
function Actions({ kind, name, suspended, onWish }: ActionsProps): ReactNode {
  return (
    <div className="actions">
      <Link
        className="button quiet small"
        to="/operator/audit"
        search={{ target: `${kind}:${name}` }}
        aria-label={`Acts on ${name}`}
      >
        Acts
      </Link>
      <Button
        size="small"
        kind={suspended ? undefined : 'danger'}
        aria-label={`${suspended ? 'Resume' : 'Suspend'} ${name}`}
        onClick={() => onWish({ kind, name, suspended: !suspended })}
      >
        {suspended ? 'Resume' : 'Suspend'}
      </Button>
    </div>
  )
}
