import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, Failure } from '../../ui/page.tsx'
import { Badge } from '../../ui/values.tsx'
import type { PlaygroundAnswer } from './gateway-call.ts'
import { QuestionsCard } from './questions-card.tsx'
import { askedIn, askTask, hasEnded, type TaskState, taskIn } from './tool-protocol.ts'

interface TaskCardProps {
  readonly app: string
  readonly task: TaskState
  readonly onEnd: (answer: PlaygroundAnswer) => void
}

const TONES: Readonly<Partial<Record<string, 'good' | 'bad' | 'warn' | 'accent'>>> = {
  working: 'accent',
  input_required: 'warn',
  completed: 'good',
  failed: 'bad',
}

/** Follows a task to its end. Its price is held meanwhile, and taken with its result. */
export function TaskCard({ app, task, onEnd }: TaskCardProps): ReactNode {
  const [isCancelling, setCancelling] = useState(false)
  const state = useQuery({
    queryKey: ['playground', 'task', app, task.taskId],
    queryFn: () => askTask(app, 'get', task.taskId),
    gcTime: 0,
    retry: 3,
    refetchInterval: query => {
      const now = taskIn(query.state.data?.json) ?? task
      return hasEnded(now) || (query.state.data?.status ?? 200) >= 400 ? false : now.pollMs
    },
  })
  const { data } = state
  const now = taskIn(data?.json) ?? task
  const isOver = hasEnded(now) || (data?.status ?? 200) >= 400
  useEffect(() => {
    if (isOver && data !== undefined) onEnd(data)
  }, [isOver, data, onEnd])
  const asked = isOver ? undefined : askedIn(data?.json)
  const cancel = async () => {
    setCancelling(true)
    await askTask(app, 'cancel', task.taskId).finally(() => setCancelling(false))
    await state.refetch()
  }
  const reply = async (inputResponses: Readonly<Record<string, unknown>>) => {
    await askTask(app, 'update', task.taskId, { inputResponses })
    await state.refetch()
  }
  return (
    <>
      <Card
        title="Task"
        text="The publisher works on it. Its price is held, and taken when the result is there; a task that fails or is cancelled costs nothing."
        actions={<Badge tone={TONES[now.status]}>{now.status.replaceAll('_', ' ')}</Badge>}
      >
        <div className="stack">
          {state.error !== null && <Failure error={state.error} retry={() => void state.refetch()} />}
          {now.message !== undefined && <p className="break">{now.message}</p>}
          <p className="muted break">
            <code>{task.taskId}</code>
          </p>
          {!isOver && (
            <div className="form-foot">
              <Button isBusy={isCancelling} onClick={() => void cancel()}>
                Cancel the task
              </Button>
            </div>
          )}
        </div>
      </Card>
      {asked !== undefined && <QuestionsCard asked={asked} onReply={reply} />}
    </>
  )
}
