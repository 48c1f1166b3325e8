import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'

/** More take the browser longer to draw than everything else of a page. */
const ROWS_FIRST = 50
const ROWS_MORE = 500

const shownCount = (count: number) => count.toLocaleString('en-US')

/** The first of many rows, and what makes more of them. */
export function useFirstOf<Row>(rows: readonly Row[]) {
  const [max, setMax] = useState(ROWS_FIRST)
  return {
    first: rows.slice(0, max),
    rest: rows.slice(max),
    more: Math.min(ROWS_MORE, Math.max(0, rows.length - max)),
    showMore: () => setMax(max + ROWS_MORE),
  }
}

interface LongTableProps<Row extends RowData> extends Omit<DataTableProps<Row>, 'childrenOf'> {
  /** How they are sorted, for who sees only the first of them. */
  readonly order: string
}

/** A list that is all there, and of which the first rows are drawn until somebody wants more. */
export function LongTable<Row extends RowData>({ rows, order, ...table }: LongTableProps<Row>): ReactNode {
  const count = rows?.length ?? 0
  const { first, rest, more, showMore } = useFirstOf(rows ?? [])
  const foot = useRef<HTMLDivElement>(null)
  const show = () => {
    showMore()
    // The button goes with the last rows, and would take the keyboard's place with it.
    if (more === rest.length) foot.current?.focus()
  }
  return (
    <>
      <DataTable {...table} rows={rows && first} />
      {count > ROWS_FIRST && (
        <div className="card-foot" ref={foot} tabIndex={-1}>
          <span>
            {rest.length === 0
              ? `All ${shownCount(count)}, ${order}`
              : `The first ${shownCount(first.length)} of ${shownCount(count)}, ${order}`}
          </span>
          {rest.length > 0 && (
            <Button size="small" onClick={show}>
              {more === rest.length ? `Show the other ${shownCount(more)}` : `Show ${shownCount(more)} more`}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
