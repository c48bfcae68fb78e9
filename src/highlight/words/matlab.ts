/** Words of the language that have a class of their own, by class. */
export const MATLAB_WORDS = {
  k: `
    arguments break case catch classdef continue else elseif end for function global if import
    methods otherwise parfor persistent properties return spmd switch try while
  `,
  nb: `
    BeginInvoke COM CodeCompatibilityAnalysis ColorSpec Combine CombinedDatastore DelaunayTri
    EndInvoke Execute Feval FunctionTestCase GetCharArray GetFullMatrix GetVariable
    GetWorkspaceData GraphPlot Inf KeyValueDatastore KeyValueStore LineSpec Logical MException
    MaximizeCommandWindow MemoizedFunction MinimizeCommandWindow NET NaN NaT PutCharArray
    PutFullMatrix PutWorkspaceData Quit RandStream Remove RemoveAll Setting SettingsGroup
    TallDatastore Tiff TransformedDatastore TriRep TriScatteredInterp ValueIterator VideoReader
    VideoWriter abs accumarray acos acosd acosh acot acotd acoth acsc acscd acsch
    actxGetRunningServer actxcontrol actxcontrollist actxcontrolselect actxserver add addCause
    addClass addCondition addConditionsFrom addConstructor addCorrection addFields addFile
    addFolderIncludingChildFiles addFunction addLabel addMethod addOptional addParamValue
    addParameter addPath addPlugin addProperty addReference addRequired addShortcut
    addShutdownFile addStartupFile addTeardown addToolbarExplorationButtons addboundary addcats
    addedge addevent addlistener addmulti addnode addpath addpoints addpref addprop addproperty
    addsample addsampletocollection addtodate addts addvars adjacency airy align alim all allchild
    allowModelReferenceDiscreteSampleTimeInheritanceImpl alpha alphaShape alphaSpectrum
    alphaTriangulation alphamap amd analyzeCodeCompatibility ancestor and angle animatedline
    annotation ans any appdesigner append applyFixture area array2table array2timetable arrayfun
    ascii asec asecd asech asin asind asinh assert assertAccessed assertCalled assertClass
    assertEmpty assertEqual assertError assertFail assertFalse assertGreaterThan
    assertGreaterThanOrEqual assertInstanceOf assertLength assertLessThan assertLessThanOrEqual
    assertMatches assertNotAccessed assertNotCalled assertNotEmpty assertNotEqual
    assertNotSameHandle assertNotSet assertNumElements assertReturnsTrue assertSameHandle
    assertSet assertSize assertSubstring assertThat assertTrue assertUsing assertWarning
    assertWarningFree assignOutputsWhen assignin assumeAccessed assumeCalled assumeClass
    assumeEmpty assumeEqual assumeError assumeFail assumeFalse assumeGreaterThan
    assumeGreaterThanOrEqual assumeInstanceOf assumeLength assumeLessThan assumeLessThanOrEqual
    assumeMatches assumeNotAccessed assumeNotCalled assumeNotEmpty assumeNotEqual
    assumeNotSameHandle assumeNotSet assumeNumElements assumeReturnsTrue assumeSameHandle
    assumeSet assumeSize assumeSubstring assumeThat assumeTrue assumeUsing assumeWarning
    assumeWarningFree atan atan2 atan2d atand atanh audiodevinfo audioinfo audioplayer audioread
    audiorecorder audiowrite autumn aviinfo axes axis axtoolbar axtoolbarbtn balance bandwidth bar
    bar3 bar3h barh baryToCart barycentricToCartesian base2dec batchStartupOptionUsed bctree beep
    bench besselh besseli besselj besselk bessely beta betainc betaincinv betaln between bfsearch
    bicg bicgstab bicgstabl biconncomp bin2dec binary binscatter bitand bitcmp bitget bitnot bitor
    bitset bitshift bitxor blanks blkdiag bone boundary boundaryFacets boundaryshape boundingbox
    bounds box brighten brush bsxfun build builddocsearchdb builtin bvp4c bvp5c bvpget bvpinit
    bvpset bvpxtend caldays caldiff calendar calendarDuration callSoapService calllib calmonths
    calquarters calweeks calyears camdolly cameratoolbar camlight camlookat camorbit campan campos
    camproj camroll camtarget camup camva camzoom cancel cancelled cart2pol cart2sph cartToBary
    cartesianToBarycentric cast cat categorical categories caxis cd cdf2rdf cdfepoch cdfinfo
    cdflib cdfread cdfwrite ceil cell cell2mat cell2struct cell2table celldisp cellfun cellplot
    cellstr centrality centroid cgs changeFields char checkcode checkin checkout chol cholupdate
    choose circshift circumcenter circumcenters cla clabel class classUnderlying clc clear
    clearAllMemoizedCaches clearCache clearMockHistory clearPersonalValue clearTemporaryValue
    clearpoints clearvars clf clibRelease clipboard clock clone close closeFile closereq cmopts
    cmpermute cmunique codeCompatibilityReport colamd collapse colon colorbar colorcube colordef
    colormap colperm combine comet comet3 compan compass complete complex compose computer cond
    condeig condensation condest coneplot conj conncomp contains contour contour3 contourc
    contourf contourslice contrast conv conv2 convert convertCharsToStrings
    convertContainedStringsToChars convertLike convertStringsToChars convertvars convexHull
    convhull convhulln convn cool copper copy copyElement copyHDU copyTo copyfile copyobj corrcoef
    cos cosd cosh cospi cot cotd coth count countEachLabel countcats cov cplxpair cputime
    createCategory createClassFromWsdl createFile createImg createLabel createMock
    createSampleTime createSharedTestFixture createSoapMessage createTbl createTestClassInstance
    createTestMethodInstance criticalAlpha cross csc cscd csch csvread csvwrite ctranspose cummax
    cummin cumprod cumsum cumtrapz curl currentProject customverctrl cylinder daqread daspect
    dataTipInteraction dataTipTextRow datacursormode datastore date datenum dateshift datestr
    datetick datetime datevec day days dbclear dbcont dbdown dblquad dbmex dbquit dbstack dbstatus
    dbstep dbstop dbtype dbup dde23 ddeget ddensd ddesd ddeset deal deblank dec2base dec2bin
    dec2hex decic decomposition deconv defineArgument defineOutput deg2rad degree del2 delaunay
    delaunayTriangulation delaunayn delegateTo delete deleteCol deleteFile deleteHDU deleteKey
    deleteRecord deleteRows deleteproperty delevent delimitedTextImportOptions delsample
    delsamplefromcollection demo det details detectImportOptions detrend deval dfsearch diag
    diagnose dialog diary diff diffuse digraph dir disableDefaultInteractivity discretize disp
    display displayEmptyObject displayNonScalarObject displayScalarHandleToDeletedObject
    displayScalarObject dissect distances dither divergence dlmread dlmwrite dmperm doc docsearch
    done dos dot double drag dragrect drawnow dsearchn duration dynamicprops echo echodemo
    edgeAttachments edgecount edges edit eig eigs ellipj ellipke ellipsoid empty
    enableDefaultInteractivity enableNETfromNetworkDrive enableservice endsWith enumeration eomday
    eps eq equilibrate erase eraseBetween erf erfc erfcinv erfcx erfinv error errorbar errordlg
    etime etree etreeplot eval evalc evalin eventlisteners events exceltime exist exit exp expand
    expectedContentLength expint expm expm1 export export2wsdlg exportsetupdlg extractAfter
    extractBefore extractBetween eye ezcontour ezcontourf ezmesh ezmeshc ezplot ezplot3 ezpolar
    ezsurf ezsurfc faceNormal faceNormals factor factorial false fatalAssertAccessed
    fatalAssertCalled fatalAssertClass fatalAssertEmpty fatalAssertEqual fatalAssertError
    fatalAssertFail fatalAssertFalse fatalAssertGreaterThan fatalAssertGreaterThanOrEqual
    fatalAssertInstanceOf fatalAssertLength fatalAssertLessThan fatalAssertLessThanOrEqual
    fatalAssertMatches fatalAssertNotAccessed fatalAssertNotCalled fatalAssertNotEmpty
    fatalAssertNotEqual fatalAssertNotSameHandle fatalAssertNotSet fatalAssertNumElements
    fatalAssertReturnsTrue fatalAssertSameHandle fatalAssertSet fatalAssertSize
    fatalAssertSubstring fatalAssertThat fatalAssertTrue fatalAssertUsing fatalAssertWarning
    fatalAssertWarningFree fclose fcontour feather featureEdges feof ferror feval fewerbins fft
    fft2 fftn fftshift fftw fgetl fgets fieldnames figure figurepalette fileDatastore fileMode
    fileName fileattrib filemarker fileparts fileread filesep fill fill3 fillmissing filloutliers
    filter filter2 fimplicit fimplicit3 find findCategory findEvent findFile findLabel findall
    findedge findfigs findgroups findnode findobj findprop findstr finish fitsdisp fitsinfo
    fitsread fitswrite fix fixedWidthImportOptions flag flintmax flip flipdim flipedge fliplr
    flipud floor flow fmesh fminbnd fminsearch fopen format fplot fplot3 fprintf frame2im fread
    freeBoundary freqspace frewind fscanf fseek fsurf ftell ftp full fullfile func2str functions
    functiontests funm fwrite fzero gallery gamma gammainc gammaincinv gammaln gather gca gcbf
    gcbo gcd gcf gcmr gco ge genpath genvarname geoaxes geobasemap geobubble geodensityplot
    geolimits geoplot geoscatter geotickformat get getAColParms getBColParms getClass getColName
    getColType getConstantValue getCurrentTime getData getDiagnosticFor getDiscreteStateImpl
    getDiscreteStateSpecificationImpl getEqColType getFields getFileFormats getFooter
    getGlobalNamesImpl getHDUnum getHDUtype getHdrSpace getHeader getHeaderImpl getIconImpl
    getImgSize getImgType getImpulseResponseLengthImpl getInputDimensionConstraintImpl getLocation
    getMockHistory getNegativeDiagnosticFor getNumCols getNumHDUs getNumInputs getNumInputsImpl
    getNumOutputs getNumOutputsImpl getNumRows getOpenFiles getOutputDataTypeImpl
    getOutputDimensionConstraintImpl getOutputSizeImpl getParameter getPostActValString
    getPostConditionString getPostDescriptionString getPostExpValString getPreDescriptionString
    getProfiles getPropertyGroups getPropertyGroupsImpl getReasonPhrase getReport getSampleTime
    getSampleTimeImpl getSharedTestFixtures getSimulateUsingImpl getSimulinkFunctionNamesImpl
    getTimeStr getVersion getabstime getappdata getaudiodata getdatasamples getdatasamplesize
    getdisp getenv getfield getframe getinterpmethod getnext getpixelposition getplayer getpoints
    getpref getqualitydesc getsamples getsampleusingtime gettimeseriesnames gettsafteratevent
    gettsafterevent gettsatevent gettsbeforeatevent gettsbeforeevent gettsbetweenevents getvaropts
    ginput gmres gobjects gplot grabcode gradient graph gray graymon grid griddata griddatan
    griddedInterpolant groot groupcounts groupsummary grouptransform gsvd gt gtext guidata guide
    guihandles gunzip gzip h5create h5disp h5info h5read h5readatt h5write h5writeatt hadamard
    handle hankel hasFactoryValue hasFrame hasPersonalValue hasTemporaryValue hasdata hasfile
    hasnext hdf5info hdf5read hdf5write hdfan hdfdf24 hdfdfr8 hdfh hdfhd hdfhe hdfhx hdfinfo hdfml
    hdfpt hdfread hdftool hdfv hdfvf hdfvh hdfvs head heatmap height help helpbrowser helpdesk
    helpdlg helpwin hess hex2dec hex2num hgexport hggroup hgload hgsave hgtransform hidden
    highlight hilb hist histc histcounts histcounts2 histogram histogram2 hms hold holes home
    horzcat hot hour hours hover hsv hsv2rgb hypot ichol idealfilter idivide ifft ifft2 ifftn
    ifftshift ilu im2double im2frame im2java imag image imageDatastore imagesc imapprox imfinfo
    imformats imgCompress importdata imread imresize imshow imtile imwrite inOutStatus inShape
    incenter incenters incidence ind2rgb ind2sub indegree inedges info infoImpl initialize
    initializeDatastore inline inmem inner2outer innerjoin inpolygon input inputParser inputdlg
    inputname insertATbl insertAfter insertBTbl insertBefore insertCol insertImg insertRows
    inspect instrcallback instrfind instrfindall int16 int2str int32 int64 int8 integral integral2
    integral3 interp1 interp1q interp2 interp3 interpft interpn interpstreamspeed intersect intmax
    intmin inv invhilb invoke ipermute iqr isCompatible isCompressedImg isConnected
    isDiscreteStateSpecificationMutableImpl isDone isDoneImpl isEdge isIllConditioned
    isInactivePropertyImpl isInputComplexityMutableImpl isInputDataTypeMutableImpl
    isInputDirectFeedthroughImpl isInputSizeLockedImpl isInputSizeMutableImpl isInterior isKey
    isLoaded isLocked isNull isOutputComplexImpl isOutputFixedSizeImpl isStringScalar
    isTunablePropertyDataTypeMutableImpl isa isaUnderlying isappdata isbanded isbetween
    iscalendarduration iscategorical iscategory iscell iscellstr ischange ischar iscolumn iscom
    isdag isdatetime isdiag isdir isdst isduration isempty isenum isequal isequaln
    isequalwithequalnans isevent isfield isfile isfinite isfloat isfolder isfullfile isgraphics
    ishandle ishermitian ishghandle ishold ishole isinf isinteger isinterface isinterior
    isisomorphic isjava iskeyword isletter islocalmax islocalmin islogical ismac ismatrix ismember
    ismembertol ismethod ismissing ismultigraph isnan isnat isnumeric isobject isocaps isocolors
    isomorphism isonormals isordinal isosurface isoutlier ispc isplaying ispref isprime isprop
    isprotected isreal isrecording isregular isrow isscalar issimplified issorted issortedrows
    isspace issparse isstr isstring isstrprop isstruct isstudent issymmetric istable istall
    istimetable istril istriu isundefined isunix isvalid isvarname isvector isweekend javaArray
    javaMethod javaMethodEDT javaObject javaObjectEDT javaaddpath javachk javaclasspath javarmpath
    jet join jsondecode jsonencode juliandate keepMeasuring keyboard keys kron labeledge labelnode
    lag laplacian lasterr lasterror lastwarn layout lcm ldivide ldl le legend legendre length
    libfunctions libfunctionsview libisloaded libpointer libstruct license light lightangle
    lighting lin2mu line lines linkaxes linkdata linkprop linsolve linspace listModifiedFiles
    listRequiredFiles listdlg listener listfonts load loadObjectImpl loadlibrary loadobj
    localfunctions log log10 log1p log2 logical loglog logm logspace lookfor lower ls lscov
    lsqminnorm lsqnonneg lsqr lt lu magic makehgtform mapreduce mapreducer mat2cell mat2str
    matchpairs material matfile matlab matlabrc matlabroot max maxNumCompThreads maxflow maxk
    maxpartitions mean median memmapfile memoize memory menu mergecats mergevars mesh meshc
    meshgrid meshz metaclass methodsview mex mexext mexhost mfilename mget milliseconds min mink
    minres minspantree minus minute minutes mislocked missing mkdir mkpp mldivide mlint mlintrpt
    mlock mmfileinfo mod mode month more morebins movAbsHDU movNamHDU movRelHDU move movefile
    movegui movevars movie movmad movmax movmean movmedian movmin movprod movstd movsum movvar
    mpower mput mrdivide msgbox mtimes mu2lin multibandread multibandwrite munlock mustBeFinite
    mustBeGreaterThan mustBeGreaterThanOrEqual mustBeInteger mustBeLessThan mustBeLessThanOrEqual
    mustBeMember mustBeNegative mustBeNonNan mustBeNonempty mustBeNonnegative mustBeNonpositive
    mustBeNonsparse mustBeNonzero mustBeNumeric mustBeNumericOrLogical mustBePositive mustBeReal
    namelengthmax nargchk nargin narginchk nargout nargoutchk native2unicode nccreate ncdisp
    nchoosek ncinfo ncread ncreadatt ncwrite ncwriteatt ncwriteschema ndgrid ndims ne nearest
    nearestNeighbor nearestvertex neighbors newline newplot nextfile nextpow2 nnz nonzeros norm
    normalize normest not notebook notify now nsidedpoly nthroot null num2cell num2hex num2ruler
    num2str numArgumentsFromSubscript numRegions numboundaries numedges numel numnodes
    numpartitions numsides nzmax ode113 ode15i ode15s ode23 ode23s ode23t ode23tb ode45 odeget
    odeset odextend onCleanup onFailure ones open openDiskFile openFile openProject openfig opengl
    openvar optimget optimset or ordeig orderfields ordqz ordschur orient orth outdegree outedges
    outerjoin outputImpl overlaps pack pad padecoef pagesetupdlg pan panInteraction parallelplot
    pareto parquetDatastore parquetinfo parquetread parquetwrite parse parseSoapResponse partition
    parula pascal patch path path2rc pathsep pathtool pause pbaspect pcg pchip pcode pcolor pdepe
    pdeval peaks perimeter perl perms permute pi pie pie3 pink pinv planerot play playblocking
    plot plot3 plotbrowser plotedit plotmatrix plottools plotyy plus pointLocation pol2cart polar
    polaraxes polarhistogram polarplot polarscatter poly polyarea polybuffer polyder polyeig
    polyfit polyint polyshape polyval polyvalm posixtime pow2 power ppval predecessors prefdir
    preferences preferredBufferSize press preview primes print printdlg printopt printpreview
    prism processInputSpecificationChangeImpl processTunedPropertiesImpl prod profile profsave
    progress propagatedInputComplexity propagatedInputDataType propagatedInputFixedSize
    propagatedInputSize propedit propertyeditor psi publish putData pwd pyargs pyversion qmr qr
    qrdelete qrinsert qrupdate quad quad2d quadgk quadl quadv quarter questdlg quit quiver quiver3
    qz rad2deg rand randi randn randperm rank rat rats rbbox rcond rdivide read readATblHdr
    readBTblHdr readCard readCol readFrame readImg readKey readKeyCmplx readKeyDbl readKeyLongLong
    readKeyLongStr readKeyUnit readRecord readall readasync readcell readimage readmatrix
    readtable readtimetable readvars real reallog realmax realmin realpow realsqrt record
    recordblocking rectangle rectint recycle reducepatch reducevolume refresh refreshSourceControl
    refreshdata regexp regexpi regexprep regexptranslate regionZoomInteraction regions
    registerevent regmatlabserver rehash relationaloperators release releaseImpl reload rem remove
    removeCategory removeFields removeFile removeLabel removeParameter removePath removeReference
    removeShortcut removeShutdownFile removeStartupFile removeToolbarExplorationButtons removecats
    removets removevars rename renamecats rendererinfo reordercats reordernodes repeat repelem
    replace replaceBetween replaceFields repmat reportFinalizedResult resample rescale reset
    resetImpl reshape residue resolve restartable restoredefaultpath result resume rethrow retime
    returnStoredValueWhen reusable reverse rgb2gray rgb2hsv rgb2ind rgbplot ribbon rlim rmappdata
    rmboundary rmdir rmedge rmfield rmholes rmmissing rmnode rmoutliers rmpath rmpref rmprop
    rmslivers rng roots rose rosser rot90 rotate rotate3d rotateInteraction round rowfun rows2vars
    rref rsf2csf rtickangle rtickformat rticklabels rticks ruler2num rulerPanInteraction run
    runInParallel runTest runTestClass runTestMethod runTestSuite runperf runtests sampleSummary
    samplefun satisfiedBy save saveObjectImpl saveas savefig saveobj savepath scale scatter
    scatter3 scatteredInterpolant scatterhistogram schur scroll sec secd sech second seconds seek
    selectFailed selectIf selectIncomplete selectLogged selectPassed selectmoveresize semilogx
    semilogy send sendmail serial serialbreak seriallist set setBscale setCompressionType
    setHCompScale setHCompSmooth setParameter setProperties setTileDim setToValue setTscale
    setabstime setappdata setcats setdatatype setdiff setdisp setenv setfield setinterpmethod
    setpixelposition setpref setstr settimeseriesnames settings setuniformtime setup setupImpl
    setupSharedTestFixture setupTestClass setupTestMethod setvaropts setvartype setxor sgtitle
    shading sheetnames shg shiftdim shortestpath shortestpathtree show showFiSettingsImpl
    showSimulateUsingImpl showplottool shrinkfaces shuffle sign simplify sin sind single sinh
    sinpi size slice smooth3 smoothdata snapnow sort sortByFixtures sortboundaries sortregions
    sortrows sortx sorty sound soundsc spalloc sparse spaugment spconvert spdiags specular speye
    spfun sph2cart sphere spinmap spline split splitEachLabel splitapply splitlines splitvars
    spones spparms sprand sprandn sprandsym sprank spreadsheetDatastore spreadsheetImportOptions
    spring sprintf spy sqrt sqrtm squeeze ss2tf sscanf stack stackedplot stairs standardizeMissing
    start startMeasuring startat startsWith startup stats std stem stem3 step stepImpl stlread
    stlwrite stop stopMeasuring stopasync storeValueWhen str2double str2func str2mat str2num
    strcat strcmp strcmpi stream2 stream3 streamline streamparticles streamribbon streamslice
    streamtube strfind string strings strip strjoin strjust strlength strmatch strncmp strncmpi
    strread strrep strsplit strtok strtrim struct struct2cell struct2table structfun strvcat
    sub2ind subgraph subplot subsasgn subset subsindex subspace subsref substruct subtract
    subvolume successors sum summary summer superclasses support supportPackageInstaller supports
    supportsMultipleInstanceImpl surf surf2patch surface surfaceArea surfc surfl surfnorm svd svds
    swapbytes sylvester symamd symbfact symmlq symrcm symvar synchronize syntax system table
    table2array table2cell table2struct table2timetable tabularTextDatastore tail tall tallrng tan
    tand tanh tar tcpclient teardown teardownSharedTestFixture teardownTestClass
    teardownTestMethod tempdir tempname testsuite tetramesh texlabel text textread textscan
    textwrap tfqmr then thetalim thetatickformat thetaticklabels thetaticks thingSpeakRead
    thingSpeakWrite throw throwAsCaller throwExceptionWhen tic time timeit timeofday timer
    timerange timerfind timerfindall times timeseries timetable timetable2table timezones title
    toc todatenum toeplitz toolboxdir topkrows toposort trace transclosure transform translate
    transpose transreduction trapz treelayout treeplot triangulation tril trimesh triplequad
    triplot trisurf triu true tscollection tsearchn turningdist type typecast tzoffset uialert
    uiaxes uibutton uibuttongroup uicheckbox uiconfirm uicontextmenu uicontrol uidatepicker
    uidropdown uieditfield uifigure uigauge uigetdir uigetfile uigetpref uigridlayout uiimage
    uiimport uiknob uilabel uilamp uilistbox uimenu uint16 uint32 uint64 uint8 uiopen uipanel
    uiprogressdlg uipushtool uiputfile uiradiobutton uiresume uisave uisetcolor uisetfont
    uisetpref uislider uispinner uistack uiswitch uitab uitabgroup uitable uitextarea
    uitogglebutton uitoggletool uitoolbar uitree uitreenode uiwait uminus underlyingValue
    undocheckout unicode2native union unique uniquetol unix unloadlibrary unmesh unmkpp
    unregisterallevents unregisterevent unstack untar unwrap unzip updateDependencies updateImpl
    upgradePreviouslyInstalledSupportPackages uplus upper urlread urlwrite usejava userpath
    validate validateFunctionSignaturesJSON validateInputsImpl validatePropertiesImpl
    validateattributes validatestring values vander var varargin varargout varfun vartype vecnorm
    vectorize ver verLessThan verctrl verifyAccessed verifyCalled verifyClass verifyEmpty
    verifyEqual verifyError verifyFail verifyFalse verifyGreaterThan verifyGreaterThanOrEqual
    verifyInstanceOf verifyLength verifyLessThan verifyLessThanOrEqual verifyMatches
    verifyNotAccessed verifyNotCalled verifyNotEmpty verifyNotEqual verifyNotSameHandle
    verifyNotSet verifyNumElements verifyReturnsTrue verifySameHandle verifySet verifySize
    verifySubstring verifyThat verifyTrue verifyUsing verifyWarning verifyWarningFree version
    vertcat vertexAttachments vertexNormal view viewmtx visdiff volume volumebounds voronoi
    voronoiDiagram voronoin wait waitbar waitfor waitforbuttonpress warndlg warning waterfall web
    weboptions webread websave webwrite week weekday what whatsnew when which whitebg who whos
    width wilkinson winopen winqueryreg winter withAnyInputs withExactInputs withNargout withtol
    wordcloud write writeChecksum writeCol writeComment writeDate writeHistory writeImg writeKey
    writeKeyUnit writeVideo writecell writematrix writetable writetimetable xcorr xcov xlabel xlim
    xline xlsfinfo xlsread xlswrite xmlread xmlwrite xor xslt xtickangle xtickformat xticklabels
    xticks year years ylabel ylim yline ymd ytickangle ytickformat yticklabels yticks yyaxis
    yyyymmdd zeros zip zlabel zlim zoom zoomInteraction ztickangle ztickformat zticklabels zticks
  `,
}
