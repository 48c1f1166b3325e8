import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Purchase, purchasesQuery } from '../../api/queries.ts'
import { compact } from '../../lib/search.ts'
import { SelectField } from '../../ui/field.tsx'
import { Card, Empty, Failure, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/values.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { PurchaseCard } from './purchase-card.tsx'

const PAGE_SIZE = 24
const STATES: readonly { readonly value: string; readonly label: string; readonly status?: Purchase['status'] }[] = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active', status: 'active' },
  { value: 'inactive', label: 'Inactive', status: 'inactive' },
  { value: 'expired', label: 'Expired', status: 'expired' },
  { value: 'cancelled', label: 'Cancelled', status: 'cancelled' },
]

/** What may be called, and how much of it is left in each window. */
export function PurchasesPage(): ReactNode {
  const { status, pageToken } = useSearch({ from: '/console/purchases' })
  const navigate = useNavigate({ from: '/purchases' })
  const [cancelling, setCancelling] = useState<Purchase>()
  const purchases = useQuery(purchasesQuery(compact({ status, pageToken, pageSize: PAGE_SIZE })))
  const filter = (value: string) =>
    void navigate({ search: compact({ status: STATES.find(state => state.value === value)?.status }) })
  return (
    <Page title="Purchases" text="What your keys may call. Each meter starts anew every 30 days.">
      <div className="filters">
        <SelectField label="State" value={status ?? ''} options={STATES} onChange={filter} />
      </div>
      {purchases.error !== null && purchases.data === undefined ? (
        <Card>
          <Failure error={purchases.error} retry={() => void purchases.refetch()} />
        </Card>
      ) : (
        <PurchaseGrid purchases={purchases.data?.items} status={status} onCancel={setCancelling} />
      )}
      <Pager pageToken={pageToken} nextPageToken={purchases.data?.nextPageToken} />
      {cancelling !== undefined && <CancelDialog purchase={cancelling} onClose={() => setCancelling(undefined)} />}
    </Page>
  )
}

interface PurchaseGridProps {
  readonly purchases: readonly Purchase[] | undefined
  /** Those of this state alone are shown. */
  readonly status: Purchase['status'] | undefined
  readonly onCancel: (purchase: Purchase) => void
}

function PurchaseGrid({ purchases, status, onCancel }: PurchaseGridProps): ReactNode {
  if (purchases === undefined) return <Skeleton height="10rem" />
  if (purchases.length === 0) {
    return (
      <Card>
        <Empty
          icon={PackageOpen}
          title={status === undefined ? 'Nothing here yet' : `No purchase is ${status}`}
          text="Find a tool in the marketplace: a free tier is yours at once, a paid one is charged by the call."
          actions={
            <Link className="button primary" to="/market">
              Go to the marketplace
            </Link>
          }
        />
      </Card>
    )
  }
  return (
    <ul className="grid">
      {purchases.map(purchase => (
        <li key={purchase.id}>
          <PurchaseCard purchase={purchase} onCancel={() => onCancel(purchase)} />
        </li>
      ))}
    </ul>
  )
}
