import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ownAppsQuery, type Publisher } from '../../api/publisher-queries.ts'
import { Button } from '../../ui/button.tsx'
import { StepsCard } from '../../ui/step.tsx'

interface StepsProps {
  readonly publisher: Publisher | undefined
  readonly onCredential: () => void
}

/** The way to the first paid call of somebody else; it goes away once everything is there. */
export function PublisherSteps({ publisher, onCredential }: StepsProps): ReactNode {
  const { data: apps } = useQuery(ownAppsQuery({ pageSize: 50 }))
  if (publisher === undefined || apps === undefined) return null
  const { hasCredential, payout } = publisher
  const isPublished = apps.items.some(app => app.published)
  if (hasCredential && payout.connected && isPublished) return null
  return (
    <StepsCard
      title="Before you earn"
      text="Four steps to your first paid call."
      steps={[
        {
          isDone: hasCredential,
          title: 'Set the credential',
          text: 'What the gateway shows to your servers, so that they know it.',
          action: (
            <Button size="small" onClick={onCredential}>
              Set it
            </Button>
          ),
        },
        {
          isDone: apps.items.length > 0,
          title: 'Make an app',
          text: 'Where its server is, and what a call costs.',
          action: (
            <Link className="button small" to="/publish" search={{ create: 'yes' }}>
              New app
            </Link>
          ),
        },
        {
          isDone: payout.connected,
          title: 'Connect a payout account',
          text: 'Where your earnings go. Paid calls are refused until there is one.',
          action: (
            <Link className="button small" to="/publish/payouts" search={{ account: 'yes' }}>
              Connect
            </Link>
          ),
        },
        {
          isDone: isPublished,
          title: 'Publish it',
          text: 'Then it stands in the marketplace, and programs find it, too.',
        },
      ]}
    />
  )
}
