import { type ReactNode, Suspense } from 'react'
import { SelectField } from './field.tsx'
import { Card, Failure } from './page.tsx'
import { Skeleton } from './values.tsx'

/** So many days back. */
const SPANS = ['7', '30', '90'] as const
export type Span = (typeof SPANS)[number]
export const SPAN_DEFAULT: Span = '30'

/** Chooses how far back figures go. */
export function SpanField({ days, onChange }: { readonly days: string; readonly onChange: (days?: Span) => void }) {
  return (
    <SelectField
      label="Days"
      value={days}
      options={SPANS.map(value => ({ value, label: `Last ${value} days` }))}
      onChange={value => onChange(SPANS.find(each => each === value))}
    />
  )
}

interface ChartCardProps {
  readonly title: string
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown }
  /** Undefined until there are figures. */
  readonly count: number | undefined
  /** What stands there without any figures. */
  readonly empty: ReactNode
  /** The chart, which may be loaded when it is first shown: the library of charts is as large as all else together. */
  readonly children: ReactNode
}

/** A chart in its card, or what stands in its place. */
export function ChartCard({ title, query, count, empty, children }: ChartCardProps): ReactNode {
  const place = () => (
    <div className="chart-place">
      <Suspense fallback={<Skeleton height="100%" />}>
        {count === undefined ? <Skeleton height="100%" /> : children}
      </Suspense>
    </div>
  )
  return (
    <Card title={title}>
      {query.error !== null && count === undefined ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : count === 0 ? (
        empty
      ) : (
        place()
      )}
    </Card>
  )
}
