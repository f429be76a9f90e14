import { hostBuild } from 'shared/federation/build.ts'

export default hostBuild(import.meta.dirname)
