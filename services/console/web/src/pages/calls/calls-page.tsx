import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Activity, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRefreshMs } from '../../api/live.ts'
import { callsQuery } from '../../api/queries.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { callColumns } from './call-columns.tsx'
import { CallFilters } from './call-filters.tsx'

const TAIL_MS = 2_000

/** Every call, newest first. */
export function CallsPage(): ReactNode {
  const search = useSearch({ from: '/console/calls' })
  const { app, code, key, from, to, pageToken, live } = search
  const isTail = live !== 'off' && pageToken === undefined
  const fallbackMs = useRefreshMs(TAIL_MS)
  const calls = useQuery({
    ...callsQuery(compact({ app, code, key, from, to, pageToken })),
    refetchInterval: isTail ? fallbackMs : false,
    // What is looked at stays under the eye of who has stopped it.
    meta: { isStill: !isTail },
    placeholderData: previous => previous,
  })
  const isFiltered = [app, code, key, from, to].some(value => value !== undefined)
  return (
    <Page title="Calls" text="Each with what it cost, and why. Calls that were not charged are kept for some days.">
      <CallFilters search={search} />
      <Card
        isPadded={false}
        title={isFiltered ? 'Calls that match' : 'All calls'}
        // What could not be loaded is not live either.
        actions={!(calls.isError && calls.data === undefined) && <TailButton isTail={isTail} />}
      >
        <DataTable
          label="Calls"
          columns={callColumns}
          rows={calls.data?.items}
          idOf={call => call.id}
          error={calls.error}
          retry={() => void calls.refetch()}
          skeletonRows={10}
          empty={
            isFiltered ? (
              <Empty icon={Activity} title="No call matches" text="Take a filter away, or widen the days." />
            ) : (
              <Empty
                icon={Activity}
                title="No calls yet"
                text="Make one with a key of yours, or from the playground: it appears here within a second."
                actions={
                  <Link className="button primary" to="/playground">
                    Open the playground
                  </Link>
                }
              />
            )
          }
        />
        <Pager pageToken={pageToken} nextPageToken={calls.data?.nextPageToken} />
      </Card>
    </Page>
  )
}

/** Holds the list still, and lets it go on. */
function TailButton({ isTail }: { readonly isTail: boolean }): ReactNode {
  const navigate = useNavigate({ from: '/calls' })
  const toggle = () =>
    void navigate({
      search: previous => compact({ ...previous, live: isTail ? 'off' : undefined, pageToken: undefined }),
    })
  return (
    <Button size="small" aria-pressed={isTail} onClick={toggle}>
      <span className={isTail ? 'live-dot' : 'live-dot off'} />
      {isTail ? 'Live' : 'Paused'}
      {isTail ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
    </Button>
  )
}
