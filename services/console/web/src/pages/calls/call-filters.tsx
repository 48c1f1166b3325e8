import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ApiKey, keysQuery, purchasesQuery } from '../../api/queries.ts'
import { idEnd } from '../../lib/ids.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { DayField } from '../../ui/filter-fields.tsx'

interface CallSearch {
  readonly app?: string | undefined
  readonly code?: string | undefined
  readonly key?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const ALL = { value: '', label: 'All' }

/** The outcomes that people look for; the address takes every other code, too. */
const CODES = [
  'ok',
  'insufficient_balance',
  'spend_limit_exceeded',
  'rate_limit_exceeded',
  'meter_limit_exceeded',
  'publisher_error',
  'gateway_timeout',
  'app_offline',
]

/** Narrows the list of calls; what is chosen stands in the address. */
export function CallFilters({ search }: { readonly search: CallSearch }): ReactNode {
  const navigate = useNavigate({ from: '/calls' })
  // Names to choose from: they need not be asked for with every call that is made.
  const meta = { isStill: true }
  const purchases = useQuery({ ...purchasesQuery({ pageSize: 200 }), meta })
  const keys = useQuery({ ...keysQuery({ pageSize: 200 }), meta })
  const change = (part: CallSearch) =>
    void navigate({ search: previous => compact({ ...previous, ...part, pageToken: undefined }) })
  const apps = withChosen(purchases.data?.items.map(({ app }) => app) ?? [], search.app)
  const codes = withChosen(CODES, search.code)
  const isFiltered = Object.values(compact({ ...search, live: undefined, pageToken: undefined })).length > 0
  return (
    <search className="filters" aria-label="Filter calls">
      <SelectField
        label="App"
        isWide
        value={search.app ?? ''}
        options={[ALL, ...apps.map(app => ({ value: app, label: app }))]}
        onChange={app => change({ app })}
      />
      <SelectField
        label="Outcome"
        value={search.code ?? ''}
        options={[ALL, ...codes.map(code => ({ value: code, label: code }))]}
        onChange={code => change({ code })}
      />
      <SelectField
        label="Key"
        value={search.key ?? ''}
        options={[ALL, ...keyOptions(keys.data?.items ?? [], search.key)]}
        onChange={key => change({ key })}
      />
      <DayField label="From" value={search.from} onChange={from => change({ from })} />
      <DayField label="Before" value={search.to} onChange={to => change({ to })} />
      {isFiltered && (
        <Button kind="quiet" onClick={() => void navigate({ search: {} })}>
          Clear
        </Button>
      )}
    </search>
  )
}

/** One that is not among those that were asked for is told by the end of its id. */
function keyOptions(keys: readonly ApiKey[], chosen: string | undefined) {
  const options = keys.map(({ id, name, lastFour }) => ({ value: id, label: `${name} …${lastFour}` }))
  const isKnown = chosen === undefined || keys.some(({ id }) => id === chosen)
  return isKnown ? options : [...options, { value: chosen, label: idEnd(chosen) }]
}

function withChosen(values: readonly string[], chosen: string | undefined): string[] {
  return [...new Set(chosen === undefined ? values : [...values, chosen])]
}
