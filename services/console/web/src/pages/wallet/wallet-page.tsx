import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRefreshMs } from '../../api/live.ts'
import { walletQuery } from '../../api/queries.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Money, Stat } from '../../ui/values.tsx'
import { EntriesCard } from './entries-card.tsx'
import { StatementsCard } from './statements-card.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'
import { TopUpsCard } from './top-ups-card.tsx'

const REFRESH_MS = 5_000

/** Money: what is there, where it came from, and where it went. */
export function WalletPage(): ReactNode {
  const { topUp } = useSearch({ from: '/console/wallet' })
  const navigate = useNavigate({ from: '/wallet' })
  const { data: wallet, isError } = useQuery({ ...walletQuery, refetchInterval: useRefreshMs(REFRESH_MS) })
  const showTopUp = (shown: 'yes' | undefined) =>
    void navigate({ search: previous => compact({ ...previous, topUp: shown }) })
  return (
    <Page
      title="Wallet"
      text="Paid calls are taken from here, each at the price it was announced with."
      actions={
        <Button kind="primary" onClick={() => showTopUp('yes')}>
          <Plus aria-hidden="true" /> Top up
        </Button>
      }
    >
      <dl className="stats">
        <Stat
          label="Available"
          value={wallet && <Money amount={wallet.available} />}
          note="for new calls"
          isMissing={isError}
        />
        <Stat
          label="Held"
          value={wallet && <Money amount={wallet.held} />}
          note="for calls under way"
          isMissing={isError}
        />
        <Stat
          label="Balance"
          value={wallet && <Money amount={wallet.balance} />}
          note="both together, in USD"
          isMissing={isError}
        />
      </dl>
      <TopUpsCard />
      <EntriesCard />
      <StatementsCard />
      <TopUpDialog isOpen={topUp !== undefined} onClose={() => showTopUp(undefined)} />
    </Page>
  )
}
