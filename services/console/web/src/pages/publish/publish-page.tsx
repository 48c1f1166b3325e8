import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountQuery } from '../../api/queries.ts'
import { BecomePublisher } from './become-publisher.tsx'
import { OwnApps } from './own-apps.tsx'

/** Where publishing begins, and what was published. */
export function PublishPage(): ReactNode {
  const { data: account } = useQuery(accountQuery)
  if (account === undefined || account === null) return null
  return account.publisher === null ? (
    <BecomePublisher account={account} />
  ) : (
    <OwnApps username={account.publisher.username} />
  )
}
