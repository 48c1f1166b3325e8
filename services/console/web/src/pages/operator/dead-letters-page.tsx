import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { MailCheck, RotateCcw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { api, ask } from '../../api/client.ts'
import { type DeadLetter, deadLettersQuery } from '../../api/operator-queries.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { toast } from '../../ui/toast.tsx'
import { Ago, Badge } from '../../ui/values.tsx'

const REFRESH_MS = 5_000

/** Usage events that could not be stored, and the way to try them again. */
export function DeadLettersPage(): ReactNode {
  const { pageToken } = useSearch({ from: '/console/operator/operator/dead-letters' })
  const letters = useQuery({
    ...deadLettersQuery(compact({ pageToken, pageSize: 20 })),
    refetchInterval: REFRESH_MS,
    placeholderData: previous => previous,
  })
  const { mutate: replay, isPending } = useReplay()
  const columns = useMemo(() => columnsFor(id => replay([id])), [replay])
  const hasAny = (letters.data?.items.length ?? 0) > 0
  return (
    <Page
      title="Dead letters"
      text="Usage events that could not be stored. What they are about was charged all the same; replaying one twice is fine."
      actions={
        hasAny && (
          <Button kind="primary" isBusy={isPending} onClick={() => replay(undefined)}>
            <RotateCcw aria-hidden="true" /> Replay all
          </Button>
        )
      }
    >
      <Card title="Waiting" isPadded={false}>
        <DataTable
          label="Dead letters"
          columns={columns}
          rows={letters.data?.items}
          idOf={letter => letter.id}
          error={letters.error}
          retry={() => void letters.refetch()}
          empty={<Empty icon={MailCheck} title="No dead letters" text="Every usage event has been stored." />}
        />
        <Pager pageToken={pageToken} nextPageToken={letters.data?.nextPageToken} order="Oldest first" />
      </Card>
    </Page>
  )
}

function useReplay() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[] | undefined) =>
      ask(api.POST('/api/v1/operator/dead-letters/replay', { body: ids === undefined ? {} : { ids } })),
    onSuccess: async ({ replayed, failed }) => {
      toast(
        failed === 0
          ? `${replayed} ${replayed === 1 ? 'is' : 'are'} stored now.`
          : `${replayed} stored, ${failed} failed again: the reason is that of this attempt.`,
      )
      await client.invalidateQueries({ queryKey: ['operator', 'dead-letters'] })
    },
    onError: error => toast(error.message),
  })
}

const columnsFor = (onReplay: (id: string) => void): readonly Column<DeadLetter>[] => [
  {
    id: 'reason',
    label: 'Reason',
    cell: ({ reason, detail }) => (
      <div className="stack tight">
        <span className="split">
          <Badge tone="bad">{reason}</Badge>
        </span>
        <span className="muted break">{detail}</span>
      </div>
    ),
  },
  { id: 'subject', label: 'Came on', cell: ({ subject }) => <code className="break">{subject}</code> },
  { id: 'payload', label: 'Event', cell: letter => <Payload letter={letter} /> },
  {
    id: 'deliveries',
    label: 'Came',
    isNumber: true,
    cell: ({ deliveries }) => (
      <span className="number nowrap">{deliveries === 1 ? 'once' : `${deliveries} times`}</span>
    ),
  },
  { id: 'at', label: 'Last', isNumber: true, cell: ({ lastSeenAt }) => <Ago time={lastSeenAt} /> },
  {
    id: 'replay',
    label: '',
    isNumber: true,
    cell: ({ id, whole }) =>
      whole ? (
        <Button size="small" aria-label={`Replay dead letter ${id}`} onClick={() => onReplay(id)}>
          Replay
        </Button>
      ) : (
        <span className="muted">too large to replay</span>
      ),
  },
]

function Payload({ letter: { id, payload } }: { readonly letter: DeadLetter }): ReactNode {
  return (
    <details className="more change">
      <summary>Show it</summary>
      <CodeBlock text={pretty(payload)} label={`event of dead letter ${id}`} />
    </details>
  )
}

/** Whatever was sent, as well as it can be read. */
function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
