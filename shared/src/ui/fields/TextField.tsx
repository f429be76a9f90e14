import '@mantine/core/styles/Input.layer.css'
import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import classes from './fields.module.css'

const CLASSES = {
  input: classes.input,
  label: classes.label,
  error: classes.words,
  description: classes.words,
}

export type TextFieldProps = Omit<TextInputProps, 'size' | 'variant' | 'radius' | 'classNames' | 'styles'>

export function TextField(props: TextFieldProps) {
  return <TextInput {...props} classNames={CLASSES} />
}

export interface TextAreaProps
  extends Omit<TextareaProps, 'size' | 'variant' | 'radius' | 'classNames' | 'styles'> {
  /** Class of a field for which a surrounding box renders the frame and the focus ring. */
  frameless?: string
}

/** A text field with several rows. With `autosize` it grows from `minRows` to `maxRows`. */
export function TextArea({ frameless, ...props }: TextAreaProps) {
  return frameless === undefined ? (
    <Textarea {...props} classNames={CLASSES} />
  ) : (
    <Textarea {...props} variant="unstyled" classNames={{ input: frameless }} />
  )
}
