import { Field } from '@base-ui/react/field'
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'
import { AMOUNT_PATTERN, CENTS_PATTERN } from '../lib/money.ts'
import { useFormError } from './form-errors.ts'

interface FieldProps {
  readonly label: string
  /** The field's JSON pointer in the request, such as "/email": the API names it so when it is at fault. */
  readonly name: string
  readonly hint?: ReactNode
  /** Told when the browser's own check fails, in place of the browser's words. */
  readonly invalidText?: string | undefined
}

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'defaultValue' | 'value' | 'onChange'>

interface TextFieldProps extends FieldProps, Input {
  readonly defaultValue?: string | undefined
  /** Put before the text, such as "$". */
  readonly unit?: string
  /** Where what is beside it says it to the eye. */
  readonly isLabelHidden?: boolean
}

/** A line of text, with what is wrong with it below. */
export function TextField({
  label,
  name,
  hint,
  invalidText,
  unit,
  isLabelHidden,
  ...input
}: TextFieldProps): ReactNode {
  const control = <Field.Control className="input" {...input} />
  return (
    <Field.Root className="field" name={name}>
      <Field.Label className={isLabelHidden === true ? 'visually-hidden' : 'field-label'}>{label}</Field.Label>
      {unit === undefined ? (
        control
      ) : (
        <span className="input-with-unit">
          {control}
          <span aria-hidden="true">{unit}</span>
        </span>
      )}
      {hint !== undefined && <Field.Description className="field-hint">{hint}</Field.Description>}
      <FieldErrors name={name} invalidText={invalidText} />
    </Field.Root>
  )
}

/** An amount in USD, to the micro-dollar that the API takes, or in whole cents where money is paid. */
export function AmountField({
  isInCents = false,
  ...field
}: TextFieldProps & { readonly isInCents?: boolean }): ReactNode {
  return <TextField unit="$" inputMode="decimal" pattern={isInCents ? CENTS_PATTERN : AMOUNT_PATTERN} {...field} />
}

type TextArea = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'defaultValue' | 'value' | 'onChange'>

interface TextAreaFieldProps extends FieldProps, TextArea {
  readonly defaultValue?: string | undefined
}

/** Several lines of prose. */
export function TextAreaField({
  label,
  name,
  hint,
  invalidText,
  defaultValue,
  ...area
}: TextAreaFieldProps): ReactNode {
  return (
    <Field.Root className="field" name={name}>
      <Field.Label className="field-label">{label}</Field.Label>
      <Field.Control className="input words" defaultValue={defaultValue} render={<textarea {...area} />} />
      {hint !== undefined && <Field.Description className="field-hint">{hint}</Field.Description>}
      <FieldErrors name={name} invalidText={invalidText} />
    </Field.Root>
  )
}

interface CheckFieldProps {
  readonly label: string
  readonly name: string
  readonly hint?: ReactNode
  readonly isChecked?: boolean
  readonly isDisabled?: boolean
  readonly onChange?: (isChecked: boolean) => void
}

/** Something that is so or not; in a form it is "on" or left out. */
export function CheckField({ label, name, hint, isChecked, isDisabled, onChange }: CheckFieldProps): ReactNode {
  const told = useFormError(name)
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        name={name}
        defaultChecked={isChecked}
        disabled={isDisabled}
        aria-invalid={told !== undefined || undefined}
        onChange={event => onChange?.(event.target.checked)}
      />
      <span className="stack tight">
        <span className="field-label">{label}</span>
        {hint !== undefined && <span className="field-hint">{hint}</span>}
        <ToldError text={told} />
      </span>
    </label>
  )
}

const OWN_MATCHES = [
  'badInput',
  'patternMismatch',
  'rangeOverflow',
  'rangeUnderflow',
  'stepMismatch',
  'tooLong',
  'tooShort',
  'typeMismatch',
] as const

function FieldErrors({ name, invalidText }: Pick<FieldProps, 'name' | 'invalidText'>): ReactNode {
  const told = useFormError(name)
  // Words of our own stand for what the browser found; what the API found is told in its words.
  if (invalidText === undefined || told !== undefined) return <Field.Error className="field-error" />
  return (
    <>
      <Field.Error className="field-error" match="valueMissing" />
      <Field.Error className="field-error" match="customError" />
      {OWN_MATCHES.map(match => (
        <Field.Error key={match} className="field-error" match={match}>
          {invalidText}
        </Field.Error>
      ))}
    </>
  )
}

interface SelectFieldProps {
  readonly label: string
  readonly name?: string
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly hint?: string
  /** Where what is around it says it to the eye. */
  readonly isLabelHidden?: boolean
  /** Of long names: as wide as the one that is chosen, where there is room. */
  readonly isWide?: boolean
}

/** The browser's own list of choices: it works with every keyboard, reader and thumb. */
export function SelectField({
  label,
  name,
  options,
  onChange,
  hint,
  isLabelHidden,
  isWide = false,
  ...value
}: SelectFieldProps): ReactNode {
  const told = useFormError(name)
  return (
    <label className={isWide ? 'field wide' : 'field'}>
      <span className={isLabelHidden === true ? 'visually-hidden' : 'field-label'}>{label}</span>
      <select
        className="input"
        name={name}
        aria-invalid={told !== undefined || undefined}
        {...value}
        onChange={event => onChange?.(event.target.value)}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && <span className="field-hint">{hint}</span>}
      <ToldError text={told} />
    </label>
  )
}

/** Of fields that the browser itself makes. */
function ToldError({ text }: { readonly text: string | undefined }): ReactNode {
  if (text === undefined) return null
  return (
    <span className="field-error" role="alert">
      {text}
    </span>
  )
}
