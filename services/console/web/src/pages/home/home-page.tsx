import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRefreshMs } from '../../api/live.ts'
import { purchasesQuery, walletQuery } from '../../api/queries.ts'
import { Page } from '../../ui/page.tsx'
import { FirstSteps } from './first-steps.tsx'
import { HomeFigures } from './home-figures.tsx'
import { RecentCalls } from './recent-calls.tsx'

const REFRESH_MS = 5_000

/** What is going on, at a glance. */
export function HomePage(): ReactNode {
  const wallet = useQuery({ ...walletQuery, refetchInterval: useRefreshMs(REFRESH_MS) })
  const purchases = useQuery(purchasesQuery({ status: 'active', pageSize: 200 }))
  return (
    <Page
      title="Home"
      actions={
        <Link className="button primary" to="/wallet" search={{ topUp: 'yes' }}>
          Top up
        </Link>
      }
    >
      <FirstSteps wallet={wallet.data} purchases={purchases.data?.items} />
      <HomeFigures wallet={wallet} purchases={purchases} />
      <RecentCalls />
    </Page>
  )
}
