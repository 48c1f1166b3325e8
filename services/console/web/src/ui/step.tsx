import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './page.tsx'

interface StepOfCard {
  readonly isDone: boolean
  readonly title: string
  readonly text: string
  readonly action?: ReactNode
}

interface StepsCardProps {
  readonly title: string
  readonly text: string
  readonly steps: readonly StepOfCard[]
}

/** Several things to do in their order. */
export function StepsCard({ title, text, steps }: StepsCardProps): ReactNode {
  return (
    <Card title={title} text={text} isPadded={false}>
      <ol className="rows steps">
        {steps.map((step, index) => (
          <Step key={step.title} number={index + 1} {...step} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ number, isDone, title, text, action }: StepOfCard & { readonly number: number }): ReactNode {
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
