import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

interface StepProps {
  readonly number: number
  readonly isDone: boolean
  readonly title: string
  readonly text: string
  readonly action?: ReactNode
}

/** One of several things to do in their order. */
export function Step({ number, isDone, title, text, action }: StepProps): ReactNode {
  return (
    <li className={isDone ? 'step done' : 'step'}>
      <span className="step-mark">{isDone ? <CircleCheck aria-hidden="true" /> : number}</span>
      {isDone && <span className="visually-hidden">Done: </span>}
      <span className="row-text stack tight">
        <strong>{title}</strong>
        <span className="muted">{text}</span>
      </span>
      {!isDone && action}
    </li>
  )
}
