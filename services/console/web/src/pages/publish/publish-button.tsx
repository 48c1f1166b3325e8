import { type ReactNode, useState } from 'react'
import type { OwnApp } from '../../api/publisher-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaving } from './save-app.ts'

const CHANGED = 'Somebody has changed this app just now: look at it again, then repeat this.'

/** Puts an app into the marketplace, or takes it out. */
export function PublishButton({ app }: { readonly app: OwnApp }): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const { save } = useSaving({ base: app, onFresh: () => {} })
  const publish = async (published: boolean) => {
    const saved = await save(input => ({ ...input, published }))
    if (saved === undefined) throw new Error(CHANGED)
    toast(published ? `${app.name} is in the marketplace.` : `${app.name} is a draft again.`)
  }
  const { free, paid } = app.buyers
  return (
    <>
      <Button kind={app.published ? undefined : 'primary'} onClick={() => setAsking(true)}>
        {app.published ? 'Unpublish' : 'Publish'}
      </Button>
      {app.published ? (
        <Confirm
          title={`Unpublish ${app.name}?`}
          text={`It leaves the marketplace, and nobody new can get it. ${buyersIn(free + paid)}`}
          action="Unpublish"
          kind="primary"
          keep="Leave it"
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={() => publish(false)}
        />
      ) : (
        <Confirm
          title={`Publish ${app.name}?`}
          text="Its server is asked what it offers if it was not before. Then everybody can find it and get it."
          action="Publish"
          kind="primary"
          keep="Not yet"
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={() => publish(true)}
        />
      )}
    </>
  )
}

function buyersIn(count: number): string {
  if (count === 0) return 'Nobody has it yet.'
  if (count === 1) return 'The one buyer that has it may go on calling it.'
  return `The ${count.toLocaleString('en-US')} buyers that have it may go on calling it.`
}
