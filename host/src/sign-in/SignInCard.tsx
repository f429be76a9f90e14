import type { ReactNode } from 'react'
import { Bubbles } from './Bubbles.tsx'
import classes from './SignInCard.module.css'

export interface SignInCardProps {
  title: string
  subtitle?: string
  mark: ReactNode
  children?: ReactNode
}

export function SignInCard({ title, subtitle, mark, children }: SignInCardProps) {
  return (
    <main className={classes.screen}>
      <Bubbles />
      <section className={classes.card}>
        <div className={classes.mark}>{mark}</div>
        <h1 className={classes.title}>{title}</h1>
        {subtitle ? <p className={classes.subtitle}>{subtitle}</p> : null}
        {children}
      </section>
    </main>
  )
}
