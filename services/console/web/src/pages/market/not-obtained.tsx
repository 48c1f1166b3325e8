import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { purchasesQuery } from '../../api/queries.ts'
import { Card, Empty } from '../../ui/page.tsx'

/** Whether the buyer may call an app; undefined while that is not known. Where it cannot be asked, a call will tell. */
export function useIsObtained(app: string): boolean | undefined {
  const { data, isError } = useQuery(purchasesQuery({ status: 'active', app, pageSize: 1 }))
  return data === undefined ? isError || undefined : data.items.length > 0
}

/** In place of what only works with an app that one has. */
export function NotObtained({ app, text }: { readonly app: string; readonly text: string }): ReactNode {
  const [username = '', name = ''] = app.split('/')
  return (
    <Card>
      <Empty
        icon={PackageOpen}
        title={`You do not have ${app} yet`}
        text={text}
        actions={
          <Link className="button primary" to="/market/$username/$app" params={{ username, app: name }}>
            Get it
          </Link>
        }
      />
    </Card>
  )
}
