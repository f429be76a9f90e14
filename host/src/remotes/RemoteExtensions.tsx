import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type SlotProps, SlotsProvider } from 'shared/extensions'
import { useRole } from 'shared/session'
import { whenIdle } from 'shared/ui'
import { MODULE_SOURCE } from './module-cache.ts'
import { RemoteComponent } from './RemoteComponent.tsx'
import classes from './RemoteExtensions.module.css'
import { readRegistry, remoteLinks, remoteServices, remoteSlots } from './registry.ts'
import { startServices } from './start-services.ts'

export function RemoteExtensions({ children }: { children: ReactNode }) {
  const role = useRole()
  const queryClient = useQueryClient()
  const navigate = useRef(useNavigate())
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useEffect(() => {
    if (!idle || role === null) return
    const go = (to: string) => void navigate.current(to)
    return startServices(
      remoteServices(readRegistry(), role),
      { role, queryClient, navigate: go },
      MODULE_SOURCE,
    )
  }, [idle, role, queryClient])
  const slot = useCallback(
    ({ name, context }: SlotProps) => [
      remoteLinks(name, role).map(({ path, label }) => (
        <Link key={path} to={`/${path}`} className={classes.link}>
          {label}
        </Link>
      )),
      idle &&
        remoteSlots(readRegistry(), name, role).map(({ remoteId, expose }) => (
          <RemoteComponent
            key={remoteId + expose}
            remoteId={remoteId}
            expose={expose}
            loading={null}
            // Hides a slot component that fails. The error is in the console.
            failed={() => null}
            props={context}
          />
        )),
    ],
    [idle, role],
  )
  return <SlotsProvider value={slot}>{children}</SlotsProvider>
}
