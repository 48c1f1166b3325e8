import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnApp, OwnAppInput } from '../../api/publisher-queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { shownTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { Ago } from '../../ui/values.tsx'
import { useSaving } from './save-app.ts'

type Rise = OwnApp['priceChanges'][number]

/** Rises that buyers have been told of, each of which can be taken back until it holds. */
export function AnnouncedRises({ app, onFresh }: { readonly app: OwnApp; readonly onFresh: () => void }): ReactNode {
  if (app.priceChanges.length === 0) return null
  return (
    <Card title="Announced prices" text="Buyers see them. Until then everybody pays the old price." isPadded={false}>
      <ul className="rows">
        {app.priceChanges.map(rise => (
          <li key={rise.tool ?? ''}>
            <RiseRow app={app} rise={rise} onFresh={onFresh} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface RiseRowProps {
  readonly app: OwnApp
  readonly rise: Rise
  readonly onFresh: () => void
}

function RiseRow({ app, rise, onFresh }: RiseRowProps): ReactNode {
  const { save } = useSaving({ base: app, onFresh })
  const withdraw = useMutation({
    mutationFn: () => save(input => withOldPrice(input, rise)),
    onSuccess: saved =>
      toast(
        saved === undefined ? 'Somebody has changed this app just now: look at it again.' : 'The rise is withdrawn.',
      ),
    onError: error => toast(error.message),
  })
  const { tool, from, to, effectiveAt } = rise
  return (
    <>
      <span className="row-text stack tight">
        <span>
          {tool === null ? 'A call' : <code className="break">{tool}</code>}: {shownAmount(from)} →{' '}
          <strong>{shownAmount(to)}</strong>
        </span>
        <span className="muted" title={shownTime(effectiveAt)}>
          holds <Ago time={effectiveAt} />
        </span>
      </span>
      <Button
        size="small"
        aria-label={`Withdraw the rise of ${tool ?? 'the tier'}`}
        isBusy={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        Withdraw
      </Button>
    </>
  )
}

/** To put the old price again is what withdraws a rise. */
function withOldPrice(input: OwnAppInput, { tool, from }: Rise): OwnAppInput {
  const { paid } = input.tiers
  if (tool !== null) return { ...input, tools: { ...input.tools, [tool]: { price: from } } }
  return paid === undefined ? input : { ...input, tiers: { ...input.tiers, paid: { ...paid, price: from } } }
}
