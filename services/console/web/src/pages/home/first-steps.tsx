import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountQuery, type CallSummary, callsQuery, type Purchase, type Wallet } from '../../api/queries.ts'
import { microsOf } from '../../lib/money.ts'
import { StepsCard } from '../../ui/step.tsx'

const BILLABLE: ReadonlySet<string> = new Set(['tools/call', 'chat/completions'])

/** Looking at an app's tools is a call, too, and free. */
const hasBillable = (calls: readonly CallSummary[]) => calls.some(({ operation }) => BILLABLE.has(operation))

interface FirstStepsProps {
  readonly wallet: Wallet | undefined
  readonly purchases: readonly Purchase[] | undefined
}

/** The way to a first paid call; it goes away once that has been made. */
export function FirstSteps({ wallet, purchases }: FirstStepsProps): ReactNode {
  const { data: account } = useQuery(accountQuery)
  const { data: calls } = useQuery({
    ...callsQuery({ code: 'ok', pageSize: 100 }),
    // Once there is one, nothing more has to be known.
    enabled: ({ state }) => !hasBillable(state.data?.items ?? []),
  })
  if (wallet === undefined || purchases === undefined || calls === undefined || !account) return null
  if (hasBillable(calls.items)) return null
  return (
    <StepsCard
      title="First steps"
      text="Four steps to a paid call, made from this page."
      steps={[
        {
          isDone: account.emailVerified,
          title: 'Verify your e-mail address',
          text: 'Open the link in the message that we sent you.',
        },
        {
          isDone: microsOf(wallet.balance) > 0n,
          title: 'Top up your wallet',
          text: 'From $5. Free tiers need no money.',
          action: (
            <Link className="button small" to="/wallet" search={{ topUp: 'yes' }}>
              Add money
            </Link>
          ),
        },
        {
          isDone: purchases.length > 0,
          title: 'Obtain an app',
          text: 'A free tier is yours at once; a paid one is charged by the call.',
          action: (
            <Link className="button small" to="/market">
              Browse apps
            </Link>
          ),
        },
        {
          isDone: false,
          title: 'Make your first call',
          text: 'Fill in a form, see the price before and the cost after.',
          action: (
            <Link className="button small" to="/playground">
              Open the playground
            </Link>
          ),
        },
      ]}
    />
  )
}
