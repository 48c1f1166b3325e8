import { Field } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { isRecord } from '../../lib/json.ts'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import type { FormValues } from '../../ui/form.tsx'

type Schema = Readonly<Record<string, unknown>>

/** Fields for what a tool takes. What has no field of its own kind is written as JSON. */
export function SchemaFields({ schema, prefix = '' }: SchemaFieldsProps): ReactNode {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return <p className="muted">It takes nothing.</p>
  return fields.map(field => <SchemaField key={field.name} {...field} path={`${prefix}/${field.name}`} />)
}

interface SchemaFieldsProps {
  readonly schema: Schema
  /** Put before the names of its fields, where there are several in one form. */
  readonly prefix?: string
}

interface FieldOfSchema {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

function fieldsOf(schema: Schema): FieldOfSchema[] {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  const properties = isRecord(schema.properties) ? schema.properties : {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: isRecord(property) ? property : {},
    isRequired: required.includes(name),
  }))
}

function SchemaField({ name, schema, isRequired, path }: FieldOfSchema & { readonly path: string }): ReactNode {
  const { type, minimum, maximum, minLength, maxLength, format } = schema
  const title = typeof schema.title === 'string' && schema.title !== '' ? schema.title : name
  const label = isRequired ? title : `${title} (optional)`
  const hint = typeof schema.description === 'string' ? schema.description : undefined
  const choices = choicesOf(schema)
  const common = { label, name: path, ...(hint !== undefined && { hint }) }
  if (choices !== undefined) {
    const options = [
      ...(isRequired ? [] : [{ value: '', label: '–' }]),
      ...choices.map(value => ({ value, label: value })),
    ]
    return <SelectField {...common} options={options} />
  }
  if (type === 'number' || type === 'integer') {
    return (
      <TextField
        {...common}
        type="number"
        step={type === 'integer' ? 1 : 'any'}
        min={numberOr(minimum)}
        max={numberOr(maximum)}
        required={isRequired}
      />
    )
  }
  if (type === 'string') {
    return (
      <TextField
        {...common}
        type={INPUT_TYPES[String(format)] ?? 'text'}
        minLength={numberOr(minLength)}
        maxLength={numberOr(maxLength)}
        required={isRequired}
      />
    )
  }
  if (isTextList(schema)) {
    return <TextAreaField {...common} rows={3} required={isRequired} placeholder="One on each line" />
  }
  return <JsonField {...common} isRequired={isRequired} />
}

/** Formats of texts that browsers have a field for. */
const INPUT_TYPES: Readonly<Partial<Record<string, string>>> = { date: 'date', email: 'email', uri: 'url' }

const numberOr = (value: unknown) => (typeof value === 'number' ? value : undefined)

function choicesOf({ type, enum: values }: Schema): string[] | undefined {
  if (type === 'boolean') return ['true', 'false']
  return Array.isArray(values) && values.every(value => typeof value === 'string') ? values : undefined
}

const isTextList = ({ type, items }: Schema) => type === 'array' && isRecord(items) && items.type === 'string'

interface JsonFieldProps {
  readonly label: string
  readonly name: string
  readonly hint?: string
  readonly isRequired: boolean
}

function JsonField({ label, name, hint, isRequired }: JsonFieldProps): ReactNode {
  return (
    <Field.Root className="field" name={name} validate={value => (isJson(String(value)) ? null : 'This is not JSON.')}>
      <Field.Label className="field-label">{label}</Field.Label>
      <Field.Control className="input" render={<textarea rows={3} />} required={isRequired} placeholder="JSON" />
      {hint !== undefined && <Field.Description className="field-hint">{hint}</Field.Description>}
      <Field.Error className="field-error" />
    </Field.Root>
  )
}

function isJson(text: string): boolean {
  if (text === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What the form says, as the schema wants it; what was left empty is left out. */
export function argumentsIn(schema: Schema, values: FormValues, prefix = ''): Readonly<Record<string, unknown>> {
  const given = fieldsOf(schema).flatMap(({ name, schema: property }) => {
    const text = values[`${prefix}/${name}`]
    if (text === undefined) return []
    return [[name, isTextList(property) ? linesOf(text) : valueOf(text, property.type)] as const]
  })
  return Object.fromEntries(given)
}

const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')

function valueOf(text: string, type: unknown): unknown {
  if (type === 'string') return text
  if (type === 'number' || type === 'integer') return Number(text)
  if (type === 'boolean') return text === 'true'
  return isJson(text) ? JSON.parse(text) : text
}
