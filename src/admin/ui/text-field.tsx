/** Text fields with label, help and error, linked for screen readers. */

import { FieldError, Input, Label, TextArea, TextField } from 'react-aria-components'
import { Help } from './help.js'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'datetime-local' | 'date' | 'number'
  readonly autoComplete?: string
  readonly isRequired?: boolean
  readonly autoFocus?: boolean
  readonly isDisabled?: boolean
  readonly placeholder?: string
  /** Number of lines; makes the field a text area. */
  readonly lines?: number
  readonly isCode?: boolean
  readonly name?: string
}

/** A text field. */
export function Field({ label, help, error, lines, isCode, placeholder, ...rest }: FieldProps) {
  const look = `input${isCode ? ' code' : ''}`
  return (
    <TextField
      {...rest}
      className="field"
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      {lines === undefined ? (
        <Input className={look} placeholder={placeholder} dir="auto" />
      ) : (
        <TextArea className={look} rows={lines} placeholder={placeholder} dir="auto" />
      )}
      <Help text={help} />
      <FieldError className="error">{error}</FieldError>
    </TextField>
  )
}
