import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CornerDownRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { callQuery } from '../../api/queries.ts'
import { isRecord } from '../../lib/json.ts'
import { shownAmount } from '../../lib/money.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Card, Empty, Failure } from '../../ui/page.tsx'
import { Badge, CodeBadge, Skeleton } from '../../ui/values.tsx'
import type { PlaygroundAnswer } from './gateway-call.ts'

const POLL_MS = 600
const HELD_POLL_MS = 2_000

interface AnswerCardProps {
  readonly answer: PlaygroundAnswer | undefined
  /** Of a chat, as far as they have come. */
  readonly words?: string
  /** What matters of it stands elsewhere on the page. */
  readonly isFolded?: boolean
}

/** What a call answered, what it cost, and why. */
export function AnswerCard({ answer, words = '', isFolded = false }: AnswerCardProps): ReactNode {
  if (answer === undefined && words !== '') {
    return (
      <Card title="Answer" actions={<Badge>coming</Badge>}>
        <p className="answer-text break">{words}</p>
      </Card>
    )
  }
  if (answer === undefined) {
    return (
      <Card>
        <Empty icon={CornerDownRight} title="The answer appears here" text="With its headers, what it cost, and why." />
      </Card>
    )
  }
  const { status, ms, json, text, headers, callId } = answer
  const texts = words === '' ? wordsIn(json) : [words]
  return (
    <Card
      title="Answer"
      actions={
        <>
          <Badge tone={status < 400 ? 'good' : 'bad'}>HTTP {status}</Badge>
          <span className="muted number">{Math.round(ms)} ms</span>
        </>
      }
    >
      <div className="stack">
        {callId !== undefined && <Cost key={callId} callId={callId} />}
        {texts.map((each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an answer never changes, and may say a thing twice
          <p key={index} className="answer-text break">
            {each}
          </p>
        ))}
        <details className="more" open={texts.length === 0 && !isFolded}>
          <summary>Body</summary>
          <CodeBlock text={json === undefined ? text : JSON.stringify(json, null, 2)} label="answer's body" />
        </details>
        <details className="more">
          <summary>Headers</summary>
          <CodeBlock
            text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
            label="answer's headers"
            hasCopy={false}
          />
        </details>
      </div>
    </Card>
  )
}

/** What people want to read of a result: its texts, or a chat's message. */
function wordsIn(json: unknown): string[] {
  if (!isRecord(json)) return []
  const result = isRecord(json.result) ? json.result : {}
  // The result of a task lies within what is told of the task.
  const { content } = isRecord(result.result) ? result.result : result
  if (Array.isArray(content)) {
    return content.flatMap((part: unknown) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []))
  }
  return isRecord(json.error) && typeof json.error.message === 'string' ? [json.error.message] : []
}

/** It is known a moment after the answer. */
function Cost({ callId }: { readonly callId: string }): ReactNode {
  const call = useQuery({
    ...callQuery(callId),
    retry: 10,
    retryDelay: POLL_MS,
    // Of a task it is known when that has ended.
    refetchInterval: ({ state }) =>
      state.data?.code === null ? POLL_MS : state.data?.reservation?.state === 'open' ? HELD_POLL_MS : false,
  })
  if (call.isError && call.data === undefined) return <Failure error={call.error} retry={() => void call.refetch()} />
  if (call.data === undefined) return <Skeleton height="3.5rem" />
  const { code, charged, reason } = call.data
  return (
    <div className="cost">
      <span className="split">
        {code !== null && <CodeBadge code={code} />}
        <strong className="number">{shownAmount(charged)}</strong>
        <span className="muted break">{reason}</span>
      </span>
      <Link to="/calls/$callId" params={{ callId }}>
        Stage by stage
      </Link>
    </div>
  )
}
