import { Meter } from '@base-ui/react/meter'
import type { ReactNode } from 'react'

interface MeterBarProps {
  readonly label: string
  readonly percent: number
  /** Such as "12 of 500". */
  readonly text: string
}

const NEARLY_FULL_PERCENT = 80

/** How much of something is used up. */
export function MeterBar({ label, percent, text }: MeterBarProps): ReactNode {
  const tone = percent >= 100 ? 'meter bad' : percent >= NEARLY_FULL_PERCENT ? 'meter warn' : 'meter'
  return (
    <Meter.Root className={tone} value={percent} aria-valuetext={text}>
      <span className="meter-head">
        <Meter.Label className="muted">{label}</Meter.Label>
        <span className="number">{text}</span>
      </span>
      <Meter.Track className="meter-track">
        <Meter.Indicator className="meter-fill" />
      </Meter.Track>
    </Meter.Root>
  )
}
