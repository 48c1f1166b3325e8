import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { auditQuery } from '../../api/operator-queries.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DayField, TypedField } from '../../ui/filter-fields.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { auditColumns } from './audit-columns.tsx'

/** Every administrative act: who, when, from where, and what changed. */
export function AuditPage(): ReactNode {
  const { actor, action, target, from, to, pageToken } = useSearch({ from: '/console/operator/operator/audit' })
  const entries = useQuery({
    ...auditQuery(compact({ actor, action, target, from, to, pageToken, pageSize: 50 })),
    placeholderData: previous => previous,
  })
  const isFiltered = [actor, action, target, from, to].some(value => value !== undefined)
  return (
    <Page title="Audit log" text="Every administrative act, by whichever road. Nothing in it can be changed.">
      <Filters isFiltered={isFiltered} />
      <Card title={isFiltered ? 'Acts that match' : 'All acts'} isPadded={false}>
        <DataTable
          label="Audit log"
          columns={auditColumns}
          rows={entries.data?.items}
          idOf={entry => entry.id}
          error={entries.error}
          retry={() => void entries.refetch()}
          skeletonRows={10}
          empty={
            <Empty
              icon={ScrollText}
              title={isFiltered ? 'No act matches' : 'Nothing was done yet'}
              text={
                isFiltered
                  ? 'Names are matched exactly. Take a filter away, or widen the days.'
                  : 'Acts stand here at once.'
              }
            />
          }
        />
        <Pager pageToken={pageToken} nextPageToken={entries.data?.nextPageToken} />
      </Card>
    </Page>
  )
}

function Filters({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  const { actor, action, target, from, to } = useSearch({ from: '/console/operator/operator/audit' })
  const navigate = useNavigate({ from: '/operator/audit' })
  const change = (part: Partial<Record<'actor' | 'action' | 'target' | 'from' | 'to', string | undefined>>) =>
    void navigate({ search: previous => compact({ ...previous, ...part, pageToken: undefined }), replace: true })
  return (
    <search className="filters" aria-label="Filter the audit log">
      <TypedField label="By" value={actor} placeholder="name or id" onChange={value => change({ actor: value })} />
      <TypedField
        label="Act"
        value={action}
        placeholder="Service.Method"
        onChange={value => change({ action: value })}
      />
      <TypedField
        label="On"
        value={target}
        placeholder="buyer:ada@example.test"
        onChange={value => change({ target: value })}
      />
      <DayField label="From" value={from} onChange={value => change({ from: value })} />
      <DayField label="Before" value={to} onChange={value => change({ to: value })} />
      {isFiltered && (
        <Button kind="quiet" onClick={() => void navigate({ search: {} })}>
          Clear
        </Button>
      )}
    </search>
  )
}
