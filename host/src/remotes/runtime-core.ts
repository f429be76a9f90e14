/**
 * What the containers of remotes take from the page's federation runtime: they are built without its core (`externalRuntime`)
 * and, as they load no remotes themselves, never ask for the names that are missing here.
 */
export {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  helpers,
  ModuleFederation,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core'
