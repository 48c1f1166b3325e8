import { Form } from '@base-ui/react/form'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { FormErrors } from './form-errors.ts'

/** The fields of a form by name, as text; what is empty is left out. */
export type FormValues = Readonly<Partial<Record<string, string>>>

interface SubmitFormProps {
  /** Sends it. What it throws is told at the field that the API points at, or above the button. */
  readonly onSubmit: (values: FormValues) => Promise<void>
  readonly children: (state: { readonly isBusy: boolean }) => ReactNode
  readonly className?: string
  /** Whether it is empty again after it was sent. */
  readonly isResetAfter?: boolean
}

/** A form that is checked by the browser first and by the API after. */
export function SubmitForm({
  onSubmit,
  children,
  className = 'form',
  isResetAfter = false,
}: SubmitFormProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()

  const submit = async (form: HTMLFormElement) => {
    setBusy(true)
    setErrors({})
    setFailure(undefined)
    try {
      await onSubmit(valuesOf(form))
      if (isResetAfter) form.reset()
    } catch (error) {
      const { field, message } = problemOf(error)
      const shown = fieldOf(form, field)
      if (shown === undefined) setFailure(message)
      else {
        unfold(form, shown)
        setErrors({ [shown]: message })
      }
    } finally {
      setBusy(false)
    }
  }
  const handle = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void submit(event.currentTarget)
  }
  return (
    <FormErrors value={errors}>
      <Form className={className} errors={errors} onSubmit={handle}>
        {failure !== undefined && <FormFailure>{failure}</FormFailure>}
        {children({ isBusy })}
      </Form>
    </FormErrors>
  )
}

function FormFailure({ children }: { readonly children: string }): ReactNode {
  return (
    <div className="alert" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}

/** The form's field that a pointer leads to, or into: "/limits/apps/0" is in "/limits/apps". */
function fieldOf(form: HTMLFormElement, pointer: string | undefined): string | undefined {
  for (let path = pointer ?? ''; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    if (form.elements.namedItem(path) !== null) return path
  }
  return undefined
}

/** What is wrong must be seen, even in a part of the form that was folded away. */
function unfold(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof Element) field.closest('details')?.setAttribute('open', '')
}

/** The fields of a form as they are now. */
export function valuesOf(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(entries)
}

function problemOf(error: unknown): { readonly field: string | undefined; readonly message: string } {
  if (error instanceof ApiError) return { field: error.field, message: error.message }
  return { field: undefined, message: error instanceof Error ? error.message : String(error) }
}
