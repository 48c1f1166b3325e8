import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'

type Kind = 'primary' | 'quiet' | 'danger' | 'danger-fill'

interface Look {
  readonly kind?: Kind | undefined
  readonly size?: 'small' | undefined
  /** An icon alone; give it an `aria-label`. */
  readonly isIcon?: boolean | undefined
}

/** The class names of a button's look. */
function buttonClass({ kind, size, isIcon }: Look, extra = ''): string {
  return ['button', kind, size, isIcon === true && 'icon', extra].filter(Boolean).join(' ')
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** While it works: it keeps the focus, and a second click does nothing. */
  readonly isBusy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button. */
export function Button({ kind, size, isIcon, isBusy = false, className, onClick, ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, size, isIcon }, className)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? event => event.preventDefault() : onClick}
    />
  )
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Look {
  readonly ref?: Ref<HTMLAnchorElement>
}

function Anchor({ kind, size, isIcon, className, children, ...rest }: AnchorProps): ReactNode {
  return (
    <a {...rest} className={buttonClass({ kind, size, isIcon }, className)}>
      {children}
    </a>
  )
}

/** A link inside the app that looks like a button. */
export const LinkButton: LinkComponent<typeof Anchor> = createLink(Anchor)
