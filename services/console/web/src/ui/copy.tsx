import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

const SHOWN_MS = 1600

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** Beside a text in a line: it has no word of its own. */
  readonly isIcon?: boolean
}

/** Copies a text, and says so. */
export function CopyButton({ text, label, isIcon = false }: CopyButtonProps): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      // Missing where the console is reached by plain http on another machine, and forbidden in some browsers.
      await navigator.clipboard.writeText(text)
    } catch {
      toast('This browser lets no page copy here. Select the text, and copy it yourself.')
      return
    }
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <Button
      size="small"
      kind={isIcon ? 'quiet' : undefined}
      isIcon={isIcon}
      aria-label={label}
      onClick={() => void copy()}
    >
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span className={isIcon ? 'visually-hidden' : undefined} aria-live="polite">
        {isCopied ? 'Copied' : 'Copy'}
      </span>
    </Button>
  )
}

interface CodeBlockProps {
  readonly text: string
  /** What it is, for those who do not see it. */
  readonly label: string
  readonly hasCopy?: boolean
}

/** Text for machines. */
export function CodeBlock({ text, label, hasCopy = true }: CodeBlockProps): ReactNode {
  return (
    <div className={hasCopy ? 'code-block with-copy' : 'code-block'}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it */}
      <section className="code-scroll" tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      {hasCopy && <CopyButton text={text} label={`Copy ${label}`} />}
    </div>
  )
}

/** A secret that is shown this once. */
export function Secret({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <div className="secret">
      <code>{text}</code>
      <CopyButton text={text} label={`Copy ${label}`} />
    </div>
  )
}
