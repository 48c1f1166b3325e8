import { type ReactNode, useState } from 'react'

interface FoldProps {
  readonly summary: string
  /** Made when it is first opened: a list may have hundreds that nobody looks into. */
  readonly children: () => ReactNode
}

/** What is shown to who asks for it. */
export function Fold({ summary, children }: FoldProps): ReactNode {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details className="more" onToggle={event => event.currentTarget.open && setOpened(true)}>
      <summary>{summary}</summary>
      {wasOpened && children()}
    </details>
  )
}
