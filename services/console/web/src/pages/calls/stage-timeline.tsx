import type { ReactNode } from 'react'
import type { Call } from '../../api/queries.ts'

type Stage = Call['stages'][number]

/** What each stage is, for people; another one is shown by its name. */
const STAGES: Readonly<Record<string, string>> = {
  check_origin: 'Check where it comes from',
  authenticate: 'Check the key',
  read_body: 'Read the request',
  parse: 'Understand it',
  authorize_scope: 'Check the scope',
  begin_attempt: 'Begin the attempt',
  reserve: 'Hold the price',
  forward: 'Ask the publisher',
  deliver: 'Deliver the answer',
}

/** Where the time of a call went. */
export function StageTimeline({ stages }: { readonly stages: readonly Stage[] }): ReactNode {
  if (stages.length === 0) return <p className="muted">The stages of this call are not known.</p>
  const total = stages.reduce((sum, { ms }) => sum + ms, 0)
  const startOf = (index: number) => stages.slice(0, index).reduce((sum, { ms }) => sum + ms, 0)
  return (
    <ol className="timeline">
      {stages.map((stage, index) => (
        <StageRow key={`${index}-${stage.name}`} stage={stage} start={startOf(index)} total={total} />
      ))}
      <li className="timeline-total">
        <span>In all</span>
        <span />
        <span className="number">{shownMs(total)}</span>
      </li>
    </ol>
  )
}

function StageRow({
  stage,
  start,
  total,
}: {
  readonly stage: Stage
  readonly start: number
  readonly total: number
}): ReactNode {
  const scale = total === 0 ? 0 : 100 / total
  return (
    <li>
      <span className="timeline-name">
        {STAGES[stage.name] ?? stage.name.replaceAll('_', ' ')}
        {stage.note !== '' && <span className="timeline-note">{stage.note}</span>}
      </span>
      <span className="timeline-track" aria-hidden="true">
        <span
          className="timeline-bar"
          style={{ marginLeft: `${start * scale}%`, width: `${Math.max(stage.ms * scale, 0.4)}%` }}
        />
      </span>
      <span className="number">{shownMs(stage.ms)}</span>
    </li>
  )
}

const shownMs = (ms: number) => (ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toFixed(ms >= 10 ? 1 : 2)} ms`)
