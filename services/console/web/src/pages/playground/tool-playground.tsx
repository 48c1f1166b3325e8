import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { shownAmount } from '../../lib/money.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { Card, Failure } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/values.tsx'
import { AnswerCard } from './answer-card.tsx'
import type { PlaygroundAnswer } from './gateway-call.ts'
import { QuestionsCard } from './questions-card.tsx'
import { argumentsIn, SchemaFields } from './schema-form.tsx'
import { TaskCard } from './task-card.tsx'
import { askedIn, callTool, type ToolCall, taskIn } from './tool-protocol.ts'
import { type Tool, toolsQuery } from './tools.ts'

/** The tools of an app, and the one that the address names, or the first. */
function useTools(app: string) {
  const tools = useQuery(toolsQuery(app))
  const { tool: wanted } = useSearch({ from: '/console/playground' })
  return { tools, tool: tools.data?.find(each => each.name === wanted) ?? tools.data?.[0] }
}

/** Chooses among the tools of an app. */
export function ToolField({ app }: { readonly app: string }): ReactNode {
  const { tools, tool } = useTools(app)
  const navigate = useNavigate({ from: '/playground' })
  if (tools.data === undefined || tool === undefined) return null
  return (
    <SelectField
      label="Tool"
      isWide
      value={tool.name}
      options={tools.data.map(({ name }) => ({ value: name, label: name }))}
      onChange={value => void navigate({ search: compact({ app, tool: value }) })}
    />
  )
}

/** A form for each tool, and what it answers. */
export function ToolPlayground({ app }: { readonly app: string }): ReactNode {
  const { tools, tool } = useTools(app)
  if (tools.error !== null && tools.data === undefined) {
    return (
      <Card>
        <Failure error={tools.error} retry={() => void tools.refetch()} />
      </Card>
    )
  }
  if (tools.data === undefined) return <Skeleton height="16rem" />
  if (tool === undefined) return <Card title="No tools">This app has none.</Card>
  return <ToolForm key={tool.name} app={app} tool={tool} />
}

function ToolForm({ app, tool }: { readonly app: string; readonly tool: Tool }): ReactNode {
  const client = useQueryClient()
  const [call, setCall] = useState<ToolCall>()
  const [answer, setAnswer] = useState<PlaygroundAnswer>()
  const [ending, setEnding] = useState<PlaygroundAnswer>()
  const show = async (answered: PlaygroundAnswer) => {
    setEnding(undefined)
    setAnswer(answered)
    await client.invalidateQueries({ queryKey: ['wallet'] })
  }
  const run = async (values: FormValues) => {
    const called = { app, tool: tool.name, values: argumentsIn(tool.inputSchema, values) }
    setCall(called)
    await show(await callTool(called))
  }
  const asked = askedIn(answer?.json)
  const task = taskIn(answer?.json)
  const reply = async (inputResponses: Readonly<Record<string, unknown>>) => {
    if (call !== undefined) await show(await callTool(call, { inputResponses, requestState: asked?.requestState }))
  }
  return (
    <div className="playground">
      <Card title={tool.name} text={tool.description}>
        <SubmitForm onSubmit={run}>
          {({ isBusy }) => (
            <>
              <SchemaFields schema={tool.inputSchema} />
              <div className="form-foot between">
                <PriceBefore tool={tool} />
                <Button type="submit" kind="primary" isBusy={isBusy}>
                  {isBusy ? 'Calling …' : 'Call'}
                </Button>
              </div>
            </>
          )}
        </SubmitForm>
      </Card>
      <div className="stack" aria-live="polite">
        {asked !== undefined && task === undefined && (
          <QuestionsCard key={answer?.callId ?? ''} asked={asked} onReply={reply} />
        )}
        {task !== undefined && <TaskCard key={task.taskId} app={app} task={task} onEnd={setEnding} />}
        {/* What a task costs stands with the call that started it. */}
        <AnswerCard
          answer={ending && answer ? { ...ending, callId: answer.callId } : answer}
          isFolded={asked !== undefined || (task !== undefined && ending === undefined)}
        />
      </div>
    </div>
  )
}

function PriceBefore({ tool }: { readonly tool: Tool }): ReactNode {
  if (tool.price === undefined) return <span className="muted">The price is the one of your tier.</span>
  if (tool.tier === 'free') return <span>Free: counted by your meter.</span>
  return (
    <span>
      This call costs <strong className="number">{shownAmount(tool.price)}</strong> when it is answered.
    </span>
  )
}
