import { type ReactNode, useState } from 'react'
import type { OwnApp } from '../../api/publisher-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Ago } from '../../ui/values.tsx'
import { type Conflict, differencesOf } from './save-app.ts'

interface ConflictProps {
  readonly base: OwnApp
  readonly conflict: Conflict | undefined
  readonly onMine: () => Promise<void>
  readonly onTheirs: () => Promise<void>
}

/** Somebody else was faster: nothing is lost, and nothing is overwritten unasked. */
export function ConflictNotice({ base, conflict, onMine, onTheirs }: ConflictProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (conflict === undefined) return null
  const words = differencesOf(base, conflict.latest)
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    await act().catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
    setBusy(false)
  }
  return (
    <div className="alert warn" role="alert">
      <div className="stack">
        <div className="stack tight">
          <strong>Somebody has saved this app since you opened it</strong>
          <span>
            <Ago time={conflict.latest.updatedAt} />, it was changed
            {words.length > 0 && <> in: {words.join(', ')}</>}. What you typed is still here, and nothing was saved yet.
          </span>
          {failure !== undefined && <span>{failure}</span>}
        </div>
        <div className="actions">
          <Button size="small" isBusy={isBusy} onClick={() => void run(onMine)}>
            Keep theirs, and save my changes on top
          </Button>
          <Button size="small" kind="quiet" isBusy={isBusy} onClick={() => void run(onTheirs)}>
            Drop mine, show theirs
          </Button>
        </div>
      </div>
    </div>
  )
}
