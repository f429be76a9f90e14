export interface Unit {
  user: string
  workingDirectory: string
  command: string[]
  environment: Record<string, string>
  socket: string
}

export function parseSocketUnit(text: string): string {
  return oneValue(text, 'ListenStream')
}

export function parseUnit(text: string, readFile: (path: string) => string): Unit {
  const values = (name: string) => valuesOf(text, name)
  const one = (name: string) => oneValue(text, name)
  const lines = [
    ...values('Environment'),
    ...values('EnvironmentFile').flatMap((path) => readFile(path).split('\n')),
  ]
  return {
    user: one('User'),
    workingDirectory: one('WorkingDirectory'),
    command: one('ExecStart').split(/\s+/),
    environment: Object.fromEntries(lines.flatMap(readAssignment)),
    socket: one('Sockets'),
  }
}

function valuesOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^${name}=(.+)$`, 'gm'))].map(([, value = '']) => value.trim())
}

function oneValue(text: string, name: string): string {
  const [value, ...others] = valuesOf(text, name)
  if (value === undefined || others.length > 0) throw new Error(`the unit must have exactly one ${name}`)
  return value
}

function readAssignment(line: string): [string, string][] {
  const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(line.trim()) ?? []
  return name === undefined ? [] : [[name, value.replace(/^"(.*)"$/, '$1')]]
}
