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

/** One line of text with its label above and what is wrong below. */
export function TextField(props: TextFieldProps) {
  return <TextInput {...props} classNames={CLASSES} />
}

export interface TextAreaProps
  extends Omit<TextareaProps, 'size' | 'variant' | 'radius' | 'classNames' | 'styles'> {
  /** The class of a field without a frame, where a box around it draws frame and focus ring. */
  frameless?: string
}

/** Several lines of text; with `autosize` it grows from `minRows` to `maxRows`, measured on each key. */
export function TextArea({ frameless, ...props }: TextAreaProps) {
  return frameless === undefined ? (
    <Textarea {...props} classNames={CLASSES} />
  ) : (
    <Textarea {...props} variant="unstyled" classNames={{ input: frameless }} />
  )
}
