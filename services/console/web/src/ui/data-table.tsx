import {
  type CellContext,
  createExpandedRowModel,
  type RowData,
  rowExpandingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Failure } from './page.tsx'
import { Skeleton } from './values.tsx'

const features = tableFeatures({ rowExpandingFeature, expandedRowModel: createExpandedRowModel() })

/** One column. */
export interface Column<Row> {
  readonly id: string
  /** Empty for a column of buttons. */
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
}

/** What a list is made of. */
export interface DataTableProps<Row extends RowData> {
  /** What is listed, for those who do not see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while they are loading. */
  readonly rows: readonly Row[] | undefined
  readonly idOf: (row: Row) => string
  /** What lies below a row: it can be folded away. */
  readonly childrenOf?: (row: Row) => readonly Row[]
  readonly error?: unknown
  readonly retry?: () => void
  /** In place of rows when there are none. */
  readonly empty: ReactNode
  readonly skeletonRows?: number
  /** Short figures alone: it stays a table on a phone, where other rows become cards. */
  readonly isCompact?: boolean
}

const none: never[] = []

/** A list with columns. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>): ReactNode {
  const { label, columns, rows, error, retry, empty, skeletonRows = 5, isCompact = false } = props
  if (error !== undefined && error !== null && rows === undefined) {
    return retry === undefined ? <Failure error={error} /> : <Failure error={error} retry={retry} />
  }
  if (rows !== undefined && rows.length === 0) return empty
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables scroll, and the keyboard must reach that
    <section className="table-scroll" tabIndex={0} aria-label={`${label}, table`} aria-busy={rows === undefined}>
      <table className={isCompact ? 'table compact' : 'table cards'}>
        <thead>
          <tr>
            {columns.map(({ id, label: heading, isNumber }) => (
              <th key={id} scope="col" className={isNumber === true ? 'align-end' : undefined}>
                {heading === '' ? <span className="visually-hidden">Actions</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows columns={columns} count={skeletonRows} />
          ) : (
            <Rows {...props} rows={rows} />
          )}
        </tbody>
      </table>
    </section>
  )
}

type RowsProps<Row extends RowData> = DataTableProps<Row> & { readonly rows: readonly Row[] }

function Rows<Row extends RowData>({ columns, rows, idOf, childrenOf }: RowsProps<Row>): ReactNode {
  const definitions = useMemo(
    () =>
      columns.map(({ id, cell }) => ({
        id,
        cell: ({ row }: CellContext<typeof features, Row>) => cell(row.original),
      })),
    [columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: idOf,
    getSubRows: row => (childrenOf === undefined ? none : [...childrenOf(row)]),
    initialState: { expanded: true },
  })
  const isTree = childrenOf !== undefined
  return table.getRowModel().rows.map(row => (
    <tr key={row.id}>
      {row.getAllCells().map((cell, index) => {
        const column = columns[index]
        return (
          <td
            key={cell.id}
            data-label={column?.label}
            className={[index === 0 && 'primary', column?.isNumber === true && 'align-end'].filter(Boolean).join(' ')}
          >
            {isTree && index === 0 ? (
              <TreeCell
                depth={row.depth}
                toggle={row.getCanExpand() ? row.getToggleExpandedHandler() : undefined}
                isOpen={row.getIsExpanded()}
              >
                <table.FlexRender cell={cell} />
              </TreeCell>
            ) : (
              <table.FlexRender cell={cell} />
            )}
          </td>
        )
      })}
    </tr>
  ))
}

interface TreeCellProps {
  readonly depth: number
  readonly isOpen: boolean
  readonly toggle: (() => void) | undefined
  readonly children: ReactNode
}

function TreeCell({ depth, isOpen, toggle, children }: TreeCellProps): ReactNode {
  return (
    <div className="tree-cell">
      {Array.from({ length: depth }, (_, level) => (
        <span key={level} className="tree-indent" />
      ))}
      {toggle !== undefined && (
        <button type="button" className="tree-toggle" aria-expanded={isOpen} aria-label="Keys below" onClick={toggle}>
          <ChevronRight aria-hidden="true" />
        </button>
      )}
      <div>{children}</div>
    </div>
  )
}

function SkeletonRows({
  columns,
  count,
}: {
  readonly columns: readonly { id: string; label: string }[]
  readonly count: number
}) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row}>
      {columns.map(({ id, label }, index) => (
        <td key={id} data-label={label}>
          <Skeleton width={index === 0 ? '9rem' : '4.5rem'} />
        </td>
      ))}
    </tr>
  ))
}
