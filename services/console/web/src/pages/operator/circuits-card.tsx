import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { type OperatorCircuit, operatorCircuitsQuery } from '../../api/operator-queries.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card, Empty } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { Badge } from '../../ui/values.tsx'

const REFRESH_MS = 5_000
const tones = { open: 'bad', half_open: 'warn', closed: 'good' } as const
const words = { open: 'open', half_open: 'being tried', closed: 'closed' } as const

const columnsFor = (onReset: (app: string) => void): readonly Column<OperatorCircuit>[] => [
  { id: 'app', label: 'App', cell: ({ app }) => <span className="break">{app}</span> },
  { id: 'state', label: 'Circuit', cell: ({ state }) => <Badge tone={tones[state]}>{words[state]}</Badge> },
  {
    id: 'buyer',
    label: 'For calls of',
    cell: ({ buyer }) => (buyer === null ? 'everybody' : <code className="break">{buyer}</code>),
  },
  {
    id: 'failures',
    label: 'Failures in a row',
    isNumber: true,
    cell: ({ consecutiveFailures }) => <span className="number">{consecutiveFailures}</span>,
  },
  {
    id: 'retry',
    label: 'Tried again',
    isNumber: true,
    cell: ({ retryInMs }) => (retryInMs === 0 ? 'with the next call' : `in ${Math.ceil(retryInMs / 1000)} s`),
  },
  {
    id: 'reset',
    label: '',
    isNumber: true,
    cell: ({ app, state }) =>
      state === 'closed' ? null : (
        <Button size="small" aria-label={`Close it: circuits of ${app}`} onClick={() => onReset(app)}>
          Close it
        </Button>
      ),
  },
]

/** Apps that failed lately, and whether calls reach them. */
export function CircuitsCard(): ReactNode {
  const circuits = useQuery({ ...operatorCircuitsQuery, refetchInterval: REFRESH_MS })
  const [resetting, setResetting] = useState<string>()
  const columns = useMemo(() => columnsFor(setResetting), [])
  const client = useQueryClient()
  const reset = async (app: string) => {
    const { changed } = await ask(api.POST('/api/v1/operator/circuits/reset', { body: { app } }))
    toast(changed ? `Calls of ${app} pass again.` : `No circuit of ${app} was open.`)
    await client.invalidateQueries({ queryKey: ['operator', 'circuits'] })
  }
  return (
    <Card title="Circuits" text="Apps that failed lately, at each edge." isPadded={false}>
      <DataTable
        label="Circuits"
        columns={columns}
        rows={circuits.data?.items}
        idOf={({ app, buyer }) => `${app} ${buyer ?? ''}`}
        error={circuits.error}
        retry={() => void circuits.refetch()}
        skeletonRows={2}
        empty={<Empty icon={CircleCheck} title="No app has failed lately" text="Calls reach all of them." />}
      />
      {resetting !== undefined && (
        <Confirm
          title={`Close the circuits of ${resetting}?`}
          text="Its calls pass again at once, at every edge. If its server still fails, they open again."
          action="Close them"
          kind="primary"
          keep="Leave them"
          isOpen
          onClose={() => setResetting(undefined)}
          onConfirm={() => reset(resetting)}
        />
      )}
    </Card>
  )
}
