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
const BEGINNING = 'what it begins with'
const ROUTE = '/console/operator/operator/accounts'

/** Buyers, by their addresses. */
export function BuyersCard({ onWish }: CardProps): ReactNode {
  const { buyer, buyers, buyersToken } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: '/operator/accounts' })
  const change = (wanted: { readonly buyer?: string | undefined; readonly buyers?: Status }) =>
    void navigate({ search: previous => compact({ ...previous, ...wanted, buyersToken: undefined }) })
  const listed = useQuery({
    ...listedBuyersQuery(compact({ search: buyer, status: buyers, pageToken: buyersToken, pageSize: PAGE_SIZE })),
    placeholderData: previous => previous,
  })
  return (
    <AccountsCard
      title="Buyers"
      columns={useMemo(() => buyerColumns(onWish), [onWish])}
      listed={listed}
      name={
        <TypedField
          label="E-mail address, or id"
          value={buyer}
          placeholder={BEGINNING}
          maxLength={254}
          onChange={value => change({ buyer: value })}
        />
      }
      status={<StatusField label="Which buyers" value={buyers} onChange={value => change({ buyers: value })} />}
      empty={
        buyer === undefined && buyers === undefined ? (
          <Empty icon={UsersRound} title="No buyers yet" text="Who signs up stands here at once." />
        ) : (
          <Empty
            icon={UsersRound}
            title="No buyer matches"
            text="Addresses are searched from their beginning; ids must be whole."
          />
        )
      }
      page={{ pageToken: buyersToken, parameter: 'buyersToken', order: 'By address' }}
    />
  )
}

/** Publishers, by their names. */
export function PublishersCard({ onWish }: CardProps): ReactNode {
  const { publisher, publishers, publishersToken } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: '/operator/accounts' })
  const change = (wanted: { readonly publisher?: string | undefined; readonly publishers?: Status }) =>
    void navigate({ search: previous => compact({ ...previous, ...wanted, publishersToken: undefined }) })
  const listed = useQuery({
    ...listedPublishersQuery(
      compact({ search: publisher, status: publishers, pageToken: publishersToken, pageSize: PAGE_SIZE }),
    ),
    placeholderData: previous => previous,
  })
  return (
    <AccountsCard
      title="Publishers"
      columns={useMemo(() => publisherColumns(onWish), [onWish])}
      listed={listed}
      name={
        <TypedField
          label="Publisher name"
          value={publisher}
          placeholder={BEGINNING}
          maxLength={64}
          onChange={value => change({ publisher: value })}
        />
      }
      status={
        <StatusField label="Which publishers" value={publishers} onChange={value => change({ publishers: value })} />
      }
      empty={
        publisher === undefined && publishers === undefined ? (
          <Empty icon={Store} title="No publishers yet" text="Who becomes a publisher stands here at once." />
        ) : (
          <Empty icon={Store} title="No publisher matches" text="Names are searched from their beginning." />
        )
      }
      page={{ pageToken: publishersToken, parameter: 'publishersToken', order: 'By name' }}
    />
  )
}

interface AccountsCardProps<Row> {
  readonly title: 'Buyers' | 'Publishers'
  readonly columns: readonly Column<Row>[]
  readonly listed: {
    readonly data: { readonly items: readonly Row[]; readonly nextPageToken: string | null } | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** The fields that narrow the list. */
  readonly name: ReactNode
  readonly status: ReactNode
  readonly empty: ReactNode
  readonly page: { readonly pageToken: string | undefined; readonly parameter: string; readonly order: string }
}

/** A list of accounts that can be narrowed and paged, each with what can be done to it. */
function AccountsCard<Row extends { readonly id: string }>(props: AccountsCardProps<Row>): ReactNode {
  const { title, columns, listed, name, status, empty, page } = props
  return (
    <Card title={title} isPadded={false}>
      <search className="filters card-filters" aria-label={`Filter ${title.toLowerCase()}`}>
        {name}
        {status}
      </search>
      <DataTable
        label={title}
        columns={columns}
        rows={listed.data?.items}
        idOf={({ id }) => id}
        error={listed.error}
        retry={() => void listed.refetch()}
        empty={empty}
      />
      <Pager {...page} nextPageToken={listed.data?.nextPageToken} />
    </Card>
  )
}

/** Which accounts; undefined: all. */
type Status = 'suspended' | undefined

interface StatusFieldProps {
  readonly label: string
  readonly value: Status
  readonly onChange: (value: Status) => void
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
